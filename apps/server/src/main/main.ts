/** `npm start`. PostgreSQL comes up while the rest of the program is loaded, which takes longer than all else. */
import '../platform/stop-signals.ts';
import { startEarlyDatabase } from '../platform/adapters/embedded-postgres/early-database.ts';

await startEarlyDatabase(process.env, process.argv.slice(2));
await import('./program.ts');
