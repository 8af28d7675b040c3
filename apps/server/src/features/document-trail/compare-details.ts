/** Compares the remaining evidence in the rows with the audit entries that recorded it. */
import { addressKey } from '@countersign/contract';
import { parseCertificate, PkiError } from '@countersign/pki';
import {
  type Evidence,
  type Finding,
  finding,
  isRestart,
  isTimeOf,
  moment,
  namingOf,
  numberOf,
  ofType,
  quoted,
  textOf,
  timeOf,
} from './evidence.ts';
import type { KeptRecipient, KeptSession, TrailRow } from './store.ts';

export function compareDetails(evidence: Evidence): Finding[] {
  const { recipients, certificates, attachments, sessions } = evidence;
  return [
    ...recipients.flatMap((row) => [
      ...shownFindings(row, evidence),
      ...orderFindings(row, evidence),
      ...reminderFindings(row, evidence),
    ]),
    ...certificates.flatMap((row) => certificateFindings(row, evidence)),
    ...attachments.flatMap((row) => attachmentFindings(row, evidence)),
    ...sessions.flatMap((row) => hostFindings(row, evidence)),
    ...completionFindings(evidence),
  ];
}

/**
 * Compares the list of revisions that were shown to the recipient. A signature names one of these revisions as the one
 * that the signer saw.
 */
function shownFindings(row: KeptRecipient, { entries }: Evidence): Finding[] {
  const passedOn = entries.findLast((entry) => isRestart(entry, row.id));
  const own = ofType(entries, 'document.viewed', 'document.revision-viewed').filter(
    ({ actor, n }) => actor.id === row.id && n > (passedOn?.n ?? -1),
  );
  const recorded = own.flatMap((entry) => numberOf(entry, 'revision') ?? []);
  // Older versions of the service did not record which revision was shown.
  if (recorded.length < own.length) return [];
  const listed = (all: readonly number[]): string => [...new Set(all)].toSorted((a, b) => a - b).join(', ');
  const [kept, said] = [listed(row.shown_revisions), listed(recorded)];
  if (kept === said) return [];
  const message = `According to the document, ${quoted(row.email)} was shown revisions ${kept || 'none'}, but the audit trail recorded ${said || 'none'}.`;
  return [finding('recipient-shown', message, { recipient: row.id, subject: row.email, stored: kept, recorded: said })];
}

/** Compares the signing order with the entry that recorded it when the document was sent. */
function orderFindings(row: KeptRecipient, { entries }: Evidence): Finding[] {
  const sent = namingOf(entries);
  const text = sent?.personal?.['recipients'];
  if (text === undefined || !text.startsWith('[')) return [];
  const order = (JSON.parse(text) as { id: string; order?: number }[]).find(({ id }) => id === row.id)?.order;
  // Older versions of the service did not record the signing order.
  if (order === undefined || order === row.signing_order) return [];
  const message = `${quoted(row.email)} has position ${row.signing_order} in the signing order, but entry ${sent?.n ?? '?'} says ${order}.`;
  return [
    finding('document-order', message, {
      entry: sent,
      recipient: row.id,
      subject: row.email,
      stored: row.signing_order,
      recorded: order,
    }),
  ];
}

function reminderFindings(row: KeptRecipient, { entries, document }: Evidence): Finding[] {
  const found: Finding[] = [];
  const about = { recipient: row.id, subject: row.email };
  const { reminded_at: at, delivery } = row;
  const reminders = ofType(entries, 'signer.reminded', 'signer.resent').filter(({ target }) => target.id === row.id);
  // Advancing the sandbox's clock changes the time in the row.
  if (at !== null && document?.environment === 'live' && !reminders.some((entry) => isTimeOf(at, entry)))
    found.push(
      finding(
        'recipient-time',
        `According to the document, ${quoted(row.email)} was reminded at ${moment(at)}, but no entry from that time says so.`,
        { ...about, stored: timeOf(at), detail: 'was reminded' },
      ),
    );
  if (delivery === 'bounced' && !ofType(entries, 'mail.bounced').some(({ target }) => target.id === row.id))
    found.push(
      finding(
        'mail',
        `An e-mail to ${quoted(row.email)} is stored as bounced, but no entry in the audit trail says so.`,
        { ...about, stored: delivery },
      ),
    );
  return found;
}

/** Checks the certificate of a signature: its serial number, its time of issue, and the address in it. */
function certificateFindings(row: TrailRow['certificates'][number], { entries }: Evidence): Finding[] {
  const entry = ofType(entries, 'document.signed').find((one) => textOf(one, 'certificate') === row.serial);
  // The signature for which the certificate was issued was discarded, so there is nothing to compare.
  if (!entry) return [];
  const about = { entry, recipient: row.signer_id, subject: row.serial };
  if (!isTimeOf(row.issued_at, entry))
    return [
      finding(
        'certificate-row',
        `Certificate ${row.serial} is stored as issued at ${moment(row.issued_at)}, but entry ${entry.n} recorded its signature at ${entry.at}.`,
        { ...about, stored: timeOf(row.issued_at), recorded: entry.at },
      ),
    ];
  try {
    const { serial, extensions } = parseCertificate(Buffer.from(row.certificate, 'base64'));
    const named = extensions.subjectAltName?.emails[0];
    const said = entry.personal?.['email'];
    const isOther = named !== undefined && said !== undefined && addressKey(named) !== addressKey(said);
    if (serial === row.serial && !isOther) return [];
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
  }
  const message = `The certificate stored under serial number ${row.serial} is not the one that was used to sign according to entry ${entry.n}.`;
  return [finding('certificate-row', message, about)];
}

function attachmentFindings(row: TrailRow['attachments'][number], { entries }: Evidence): Finding[] {
  const entry = ofType(entries, 'signer.attachment-added').findLast(
    ({ actor, data }) => actor.id === row.signer_id && data['sha256'] === row.sha256,
  );
  const about = { entry, recipient: row.signer_id, subject: row.filename };
  const what = `The attached file ${quoted(row.filename)}`;
  if (!entry) return [finding('attachment', `${what} is stored, but no entry in the audit trail records it.`, about)];
  const size = numberOf(entry, 'size_bytes') ?? row.size_bytes;
  if (size !== row.size_bytes || !isTimeOf(row.uploaded_at, entry))
    return [
      finding('attachment', `${what} is stored with a different size or time than entry ${entry.n} recorded.`, about),
    ];
  return [];
}

/** Compares the host's name, unless it was replaced because the host's account was erased. */
function hostFindings(row: KeptSession, { entries }: Evidence): Finding[] {
  const entry = ofType(entries, 'in-person.verified').find((one) => textOf(one, 'session') === row.id);
  const said = entry?.personal?.['host'];
  if (said === undefined || said === row.host_name || row.host_name === 'erased') return [];
  const message = `The host of session ${row.id} is stored as ${quoted(row.host_name)}, but entry ${entry?.n ?? '?'} says ${quoted(said)}.`;
  return [
    finding('in-person', message, {
      entry,
      recipient: row.signer_id,
      subject: row.id,
      stored: row.host_name,
      recorded: said,
    }),
  ];
}

function completionFindings({ entries, completion }: Evidence): Finding[] {
  const entry = entries.find(({ type }) => type === 'document.certificate-made');
  if (!completion || !entry) return [];
  const pages = numberOf(entry, 'pages') ?? completion.pages;
  if (pages === completion.pages && isTimeOf(completion.created_at, entry)) return [];
  const message = `The page count or time stored for the certificate of completion does not match entry ${entry.n}.`;
  return [finding('completion-certificate', message, { entry })];
}
