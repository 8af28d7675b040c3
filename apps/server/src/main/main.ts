/** `npm start`. PostgreSQL starts while the rest of the program is loaded, because it takes longest. */
import '../platform/stop-signals.ts';
import { startEarlyDatabase } from '../platform/adapters/embedded-postgres/early-database.ts';

await startEarlyDatabase(process.env, process.argv.slice(2));
await import('./program.ts');
