/**
 * The entry point of `npm start`. PostgreSQL starts while the rest of the program is loaded, because PostgreSQL takes
 * longest to start.
 */
import '../platform/stop-signals.ts';
import { startEarlyDatabase } from '../platform/adapters/embedded-postgres/early-database.ts';
import { connectionsFor, processCount } from '../platform/processes/count.ts';
import { isOwnProcess, PROCESS_VARIABLE } from '../platform/processes/own-process.ts';
import { SettingReader } from '../platform/settings.ts';

if (process.env[PROCESS_VARIABLE] !== undefined && process.send === undefined) {
  console.error(`${PROCESS_VARIABLE} is set by the server for its own processes. Remove it from the environment.`);
  process.exit(78);
}
const args = process.argv.slice(2);
// A supervisor has already started the database for its processes.
const isSupervised = isOwnProcess(process.env);
const faults: string[] = [];
const processes = isSupervised || args.length > 0 ? 1 : processCount(new SettingReader(process.env, faults));
if (!isSupervised) await startEarlyDatabase(process.env, args, connectionsFor(processes));
if (processes === 1) await import('./program.ts');
else await import('../platform/processes/supervise.ts').then(({ supervise }) => supervise(process.env, processes));
