/**
 * The chronology on the certificate of completion, with one line for each entry that is relevant to a reader of the
 * document.
 */
import type { CertificateEvent, EventKind } from './report/facts.ts';
import { isAddressConfirmation, type Said } from './said.ts';

const KINDS: Readonly<Record<string, EventKind>> = {
  'document.created': 'uploadedEvent',
  'document.file-replaced': 'uploadedEvent',
  'document.corrected': 'recipientsChanged',
  'document.viewed': 'opened',
  'document.signing-started': 'started',
  'document.signed': 'signatureOf',
  'document.downloaded': 'downloaded',
  'document.extended': 'extended',
  'document.completed': 'seal',
  'mail.bounced': 'mailFailed',
  'mail.failed': 'mailFailed',
  'signer.access-code-passed': 'codePassed',
  'signer.access-code-refused': 'codeRefused',
  'signer.access-locked': 'accessLocked',
  'signer.step-code-sent': 'codeSent',
  'signer.step-passed': 'stepPassed',
  'signer.step-refused': 'codeRefused',
  'signer.step-locked': 'accessLocked',
  'signer.link-issued': 'linkIssued',
  'signer.link-used': 'linkOpened',
  'signer.forwarded': 'forwarded',
  'signer.corrected': 'corrected',
  'signer.removed': 'removed',
  'signer.attachment-added': 'attached',
  'in-person.started': 'inPersonStarted',
  'in-person.verified': 'inPersonOpened',
  'in-person.code-refused': 'codeRefused',
  'in-person.locked': 'accessLocked',
  'in-person.ended': 'inPersonEnded',
};

const MAILS: Readonly<Record<string, CertificateEvent['mail']>> = {
  invitation: 'invitationMail',
  changed: 'invitationMail',
  forwarded: 'invitationMail',
  reminder: 'reminderMail',
};

type People = {
  recipients: readonly { id: string; name: string; email: string }[];
  sender: string;
  sentBy?: string | undefined;
};

/** E-mails to the sender are not events of the document. */
export function eventsOf(trail: readonly Said[], { recipients, sender, sentBy }: People): CertificateEvent[] {
  const names = new Map(recipients.map(({ id, name, email }) => [id, name === '' ? email : name]));
  if (sentBy !== undefined) names.set(sentBy, sender);
  return trail.flatMap((entry): CertificateEvent[] => {
    const kind = kindOf(entry);
    const isMail = entry.type.startsWith('mail.');
    if (kind === undefined || (isMail && !names.has(entry.target.id))) return [];
    const who = names.get(entry.target.id) ?? names.get(entry.actor.id) ?? '';
    const { personal } = entry;
    if (entry.type === 'signer.forwarded' || entry.type === 'signer.corrected')
      names.set(entry.target.id, personal['to_name'] ?? personal['to_email'] ?? '');
    const mail = MAILS[typeof entry.data['mail'] === 'string' ? entry.data['mail'] : ''] ?? 'otherMail';
    return [{ entry: entry.n, at: entry.at, kind, who, ...(isMail && { mail }) }];
  });
}

function kindOf(entry: Said): EventKind | undefined {
  const { type, data } = entry;
  if (isAddressConfirmation(entry)) return 'addressConfirmed';
  if (type === 'document.sent') return data['certified'] === true ? 'certifiedAndSent' : 'sent';
  if (type === 'mail.sent') return data['via'] === 'mailbox' ? 'mailToMailbox' : 'mailAccepted';
  return KINDS[type];
}
