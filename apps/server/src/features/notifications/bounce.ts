/** Maps a refused e-mail to a reason for the sender. A pure function. */
import { MailError, type ServerAnswer } from '../../platform/ports/mailer.ts';
import type { BounceReason } from '../mail/index.ts';

export type Bounce = { reason: BounceReason; answer: string };

/**
 * Returns undefined if an internal fault prevented the e-mail from being created or sent, because such a fault is
 * unrelated to the address.
 */
export function bounceOf(error: unknown): Bounce | undefined {
  const cause = error instanceof Error && error.cause instanceof MailError ? error.cause : error;
  if (!(cause instanceof MailError)) return undefined;
  const answer = cause.answer?.text ?? '';
  return { reason: cause.code === 'permanent' ? reasonOf(cause.answer) : 'late', answer };
}

/**
 * Determines the reason from the status code (RFC 3463 §3.2 and §3.3) if the server sends one, otherwise from its text.
 * A bare 550 may also indicate a policy (RFC 5321 §4.2.3).
 */
function reasonOf(answer: ServerAnswer | undefined): BounceReason {
  if (!answer) return 'refused';
  const status = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(answer.text)?.[1];
  if (status !== undefined) {
    if (['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'].includes(status)) return 'unknown';
    return status === '2.2' ? 'full' : 'refused';
  }
  if (
    /(user|recipient|mailbox|address)\b.{0,40}\b(unknown|not found|does not exist|unavailable)|(unknown|no such|invalid) (user|recipient|mailbox|address)/i.test(
      answer.text,
    )
  )
    return 'unknown';
  return answer.code === 552 || /(mailbox|quota).{0,20}(full|exceeded)/i.test(answer.text) ? 'full' : 'refused';
}
