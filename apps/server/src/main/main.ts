/** `npm start`. PostgreSQL comes up while the rest of the program is loaded, which takes longer than all else. */
import '../platform/stop-signals.ts';
import './early-database.ts';

await import('./program.ts');
