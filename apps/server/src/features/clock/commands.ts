/**
 * Lets an operator confirm the time. Running servers apply the confirmation within seconds. The command can also be run
 * before a server starts.
 */
import type { Command, Console } from '../../platform/console.ts';
import { minute } from './clock-guard.ts';
import { confirmTime, selectClock } from './store.ts';

const USAGE = `Usage: npm start -- clock [confirm]

  clock           shows this machine's clock and the last time that the server ran
  clock confirm   confirms this machine's clock, so that expirations, reminders, retention and scheduled deletions resume

If the clock jumps, or if the server was off for more than 45 days, expirations, reminders, retention and
scheduled deletions stop, and documents cannot be sent or signed, until you confirm the time. With a wrong clock, data
would expire or be deleted too early, and signatures would get wrong dates.`;

const clock: Command<Console> = {
  name: 'clock',
  usage: USAGE,
  read: ([name, ...rest]) => {
    if ((name !== undefined && name !== 'confirm') || rest.length > 0) return undefined;
    return ({ open, out, clock: machine }) =>
      open(async ({ database }) => {
        const now = machine.now();
        if (name === 'confirm') {
          await database.query({ role: 'jobs' }, confirmTime(now));
          out(`Confirmed: it is ${minute(now.getTime())}. Scheduled work resumes within ten seconds.`);
          return 0;
        }
        const [row] = await database.query({ role: 'jobs' }, selectClock());
        out(`This machine's clock shows ${minute(now.getTime())}.`);
        out(row ? `The server last ran at ${minute(row.seen_at.getTime())}.` : 'The server has never run.');
        return 0;
      });
  },
};

export const commands = [clock];
