/**
 * Compares the times of recipients' invitations, and the first e-mail to each recipient in the built-in mailbox, with
 * the audit entries.
 */
import { addressKey } from '@countersign/contract';
import { type Evidence, type Finding, finding, isTimeOf, moment, ofType, quoted, textOf, timeOf } from './evidence.ts';
import type { KeptMail, KeptRecipient } from './store.ts';

export function compareMails(evidence: Evidence): Finding[] {
  return [
    ...evidence.mails.flatMap((mail) => mailFindings(mail, evidence)),
    ...evidence.recipients.flatMap((row) => invitedFindings(row, evidence)),
  ];
}

/** The Message-ID has the form `<DOCUMENT.RECIPIENT.GENERATION@host>`, with the generation of the link. */
const MESSAGE_ID = /^<[^.]+\.([^.]+)\.(\d+)@/;

function mailFindings(
  { message_id: id, kind, to_address: to, created_at: at }: KeptMail,
  { entries, recipients }: Evidence,
) {
  const [, recipient = '', generation = ''] = MESSAGE_ID.exec(id) ?? [];
  const row = recipients.find((one) => one.id === recipient);
  // E-mails to the sender are not evidence about a recipient.
  if (!row) return [];
  const about = { recipient, subject: to };
  const entry = ofType(entries, 'mail.sent').find(
    (one) => one.target.id === recipient && textOf(one, 'mail') === kind && isTimeOf(at, one),
  );
  if (!entry) {
    const message = `An e-mail of kind “${kind}” to ${quoted(to)} from ${moment(at)} is stored, but no entry in the audit trail records it.`;
    return [finding('mail', message, { ...about, stored: timeOf(at), detail: kind })];
  }
  if (Number(generation) !== row.link_generation || addressKey(to) === addressKey(row.email)) return [];
  const message = `The stored e-mail of entry ${entry.n} was sent to ${quoted(to)}, but the recipient's address is ${quoted(row.email)}.`;
  return [finding('mail', message, { ...about, entry, stored: row.email, recorded: to })];
}

/**
 * Checks the time of the invitation. A recipient is invited when the document is sent, or when another event makes it
 * their turn.
 */
function invitedFindings(row: KeptRecipient, { entries, document }: Evidence): Finding[] {
  const { invited_at: at } = row;
  // In a package, another document can determine when it is the recipient's turn. Advancing the sandbox's clock also
  // changes the time of the invitation.
  if (at === null || document?.environment !== 'live' || document.package_id !== null) return [];
  if (entries.some((entry) => INVITING.has(entry.type) && isTimeOf(at, entry))) return [];
  const message = `According to the document, ${quoted(row.email)} was invited at ${moment(at)}, but no entry from that time records the invitation.`;
  return [
    finding('recipient-time', message, {
      recipient: row.id,
      subject: row.email,
      stored: timeOf(at),
      detail: 'was invited',
    }),
  ];
}

const INVITING: ReadonlySet<string> = new Set([
  'document.sent',
  'document.corrected',
  'document.signed',
  'document.extended',
  'signer.forwarded',
  'signer.corrected',
  'signer.removed',
  'signer.resent',
  'signer.reminded',
]);
