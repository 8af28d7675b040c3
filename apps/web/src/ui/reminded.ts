/** Shows the result of a request for reminders as a message. */
import type { AnswerOf } from '@countersign/client';
import { toastDone, toastRefusal } from './toast.ts';
import { m } from './document-texts.ts';

type Answer = AnswerOf<'remindSigners'>;
export type Reminded = Pick<Answer, 'reminded' | 'skipped'>;

const SKIPPED: Record<Answer['skipped'][number]['reason'], (email: string) => string> = {
  signed: m.sendersDialogs.hasAlreadySigned,
  declined: m.sendersDialogs.hasDeclined,
  'not-a-signer': m.sendersDialogs.hasNothingToSign,
  'not-their-turn': m.sendersDialogs.mustWaitForOthers,
  'reminded-recently': m.sendersDialogs.remindedLessThanHourAgo,
  'reminders-stopped': m.sendersDialogs.turnedOffReminders,
  'notifications-off': m.sendersDialogs.getsNoEMails,
  'no-such-signer': m.sendersDialogs.noLongerRecipient,
};

export function showReminded({ reminded, skipped }: Reminded): void {
  const others = skipped.map(({ email, reason }) => SKIPPED[reason](email)).join(' ');
  if (reminded.length === 0) toastRefusal(m.sendersDialogs.noRemindersSent, others);
  else toastDone(m.sendersDialogs.recipientsReminded(reminded.length), others);
}
