/** `npm start -- clock …`: an operator's word on the time. Works beside running servers, which take it up within seconds, and before a start. */
import { confirmTime, minute, selectClock } from '../features/clock/index.ts';
import { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `Usage: npm start -- clock [confirm]

  clock           what this machine's clock says, and the newest time at which the server ran
  clock confirm   this machine's clock is right: expiry, reminders, retention and scheduled deletions go on by it

After the clock has jumped, or the server was off for more than 45 days, these wait for your word: a wrong clock would expire and
erase what is still wanted.`;

/** @returns the exit code: 0, 64 (EX_USAGE) for a command that is none */
export async function runClockCommand(
  config: Config,
  [name, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  if ((name !== undefined && name !== 'confirm') || rest.length > 0) {
    io.err(USAGE);
    return 64;
  }
  const connection = await openDatabase(config, { beside: true });
  const database = new Database({
    ...connection.connection,
    maxConnections: 1,
    onError: () => {},
    name: 'countersign clock',
  });
  try {
    const now = clock.now();
    if (name === 'confirm') {
      await database.query({ role: 'jobs' }, confirmTime(now));
      io.out(`Confirmed: it is ${minute(now.getTime())}. What depends on the time goes on within ten seconds.`);
      return 0;
    }
    const [row] = await database.query({ role: 'jobs' }, selectClock());
    io.out(`This machine's clock says ${minute(now.getTime())}.`);
    io.out(row ? `The server ran last at ${minute(row.seen_at.getTime())}.` : 'The server has never run.');
    return 0;
  } finally {
    await database.close();
    await connection.stop();
  }
}
