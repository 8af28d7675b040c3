/** An operator's word on the time. Running servers take it up within seconds; it may be given before a start as well. */
import type { Command, Console } from '../../platform/console.ts';
import { minute } from './clock-guard.ts';
import { confirmTime, selectClock } from './store.ts';

const USAGE = `Usage: npm start -- clock [confirm]

  clock           what this machine's clock says, and the newest time at which the server ran
  clock confirm   this machine's clock is right: expiry, reminders, retention and scheduled deletions go on by it

After the clock has jumped, or the server was off for more than 45 days, these wait until you confirm the
time, and documents cannot be sent or signed: a wrong clock would expire and erase data, and date signatures wrongly.`;

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
          out(`Confirmed: it is ${minute(now.getTime())}. What depends on the time goes on within ten seconds.`);
          return 0;
        }
        const [row] = await database.query({ role: 'jobs' }, selectClock());
        out(`This machine's clock says ${minute(now.getTime())}.`);
        out(row ? `The server ran last at ${minute(row.seen_at.getTime())}.` : 'The server has never run.');
        return 0;
      });
  },
};

export const commands = [clock];
