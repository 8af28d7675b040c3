/** Compares the recipients and their actions in the rows with the entries. */
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
  type Said,
  textOf,
  timeOf,
} from './evidence.ts';
import type { KeptRecipient } from './store.ts';

type Named = { id: string; email: string; name: string; role?: string };

export function compareRecipients(evidence: Evidence): Finding[] {
  const { entries, recipients } = evidence;
  const sent = namingOf(entries);
  const removals = ofType(entries, 'signer.removed');
  const removed = new Set(removals.flatMap(({ n, target }) => (n > (sent?.n ?? -1) ? [target.id] : [])));
  const former = new Set([
    ...removals.map(({ target }) => target.id),
    ...ofType(entries, 'document.corrected').flatMap((entry) => (textOf(entry, 'removed') ?? '').split(' ')),
  ]);
  return [
    ...listFindings(sent, recipients, removed),
    ...unknownRecipients(entries, recipients, former),
    ...revocationFindings(evidence),
    ...recipients.flatMap((row) => [
      ...identityFindings(row, entries, namedIn(sent)),
      ...deedFindings(row, entries),
      ...signingFindings(row, evidence),
    ]),
  ];
}

/** Returns undefined if the names were erased. */
function namedIn(sent: Said | undefined): Named[] | undefined {
  const text = sent?.personal?.['recipients'];
  if (text === undefined || !text.startsWith('[')) return undefined;
  return JSON.parse(text) as Named[];
}

function listFindings(
  sent: Said | undefined,
  recipients: readonly KeptRecipient[],
  removed: ReadonlySet<string>,
): Finding[] {
  if (!sent) {
    if (recipients.length === 0) return [];
    return [
      finding('recipient-list', 'The document has recipients, but no entry in the audit trail says that it was sent.', {
        stored: recipients.length,
      }),
    ];
  }
  const count = numberOf(sent, 'signers');
  const about = { entry: sent };
  const found =
    count !== undefined && count - removed.size === recipients.length
      ? []
      : [
          finding(
            'recipient-list',
            `Entry ${sent.n} says that the document was sent to ${count ?? '?'} recipients, and ${removed.size} were removed later, but it has ${recipients.length} recipients.`,
            { ...about, stored: recipients.length, recorded: count === undefined ? null : count - removed.size },
          ),
        ];
  const named = namedIn(sent);
  if (!named) return found;
  const missing = named.filter(({ id }) => !removed.has(id) && !recipients.some((row) => row.id === id));
  const added = recipients.filter(({ id }) => !named.some((one) => one.id === id));
  return [
    ...found,
    ...missing.map(({ id, email }) =>
      finding(
        'recipient-list',
        `Entry ${sent.n} says that the document was sent to ${quoted(email)}, who is not among its recipients.`,
        {
          ...about,
          recipient: id,
          subject: email,
          recorded: email,
        },
      ),
    ),
    ...added.map(({ id, email }) =>
      finding('recipient-list', `${quoted(email)} is among the recipients, but entry ${sent.n} does not list them.`, {
        ...about,
        recipient: id,
        subject: email,
        stored: email,
      }),
    ),
  ];
}

/** Reports actions of people who were never recipients of the document. */
function unknownRecipients(
  entries: readonly Said[],
  recipients: readonly KeptRecipient[],
  former: ReadonlySet<string>,
): Finding[] {
  return entries.flatMap((entry) => {
    const { actor, target, type, n } = entry;
    const who = actor.kind === 'signer' ? actor.id : target.kind === 'signer' ? target.id : undefined;
    if (who === undefined || former.has(who) || recipients.some(({ id }) => id === who)) return [];
    const message = `Entry ${n} (${type}) is about ${who}, who is not among the recipients of the document.`;
    return [finding('recipient-list', message, { entry, recipient: who, subject: who, detail: type })];
  });
}

/**
 * Compares a recipient's name, address and role with those recorded when the document was sent, as updated by later
 * entries. Values are unknown if an entry's personal data was erased.
 */
function identityFindings(row: KeptRecipient, entries: readonly Said[], named: Named[] | undefined): Finding[] {
  let [name, email] = [named?.find(({ id }) => id === row.id)?.name, named?.find(({ id }) => id === row.id)?.email];
  const role = named?.find(({ id }) => id === row.id)?.role;
  let last = namingOf(entries);
  const since = last?.n ?? -1;
  for (const entry of ofType(entries, 'signer.forwarded', 'signer.corrected')) {
    if (entry.target.id !== row.id || entry.n < since) continue;
    name = entry.personal?.['to_name'];
    email = entry.personal?.['to_email'];
    last = entry;
  }
  for (const entry of ofType(entries, 'document.signed', 'document.declined')) {
    if (entry.actor.id !== row.id || entry.personal === null) continue;
    name = entry.personal['name'] ?? name;
    email = entry.personal['email'] ?? email;
    last = entry;
  }
  const compared = [
    ['name', name, row.name],
    ['e-mail address', email, row.email],
    ['role', role, row.role],
  ] as const;
  return compared.flatMap(([what, said, kept]) => {
    if (said === undefined || said === kept) return [];
    const message = `The ${what} of a recipient is stored as ${quoted(kept)}, but entry ${last?.n ?? '?'} says ${quoted(said)}.`;
    return [
      finding('recipient-identity', message, {
        entry: last,
        recipient: row.id,
        subject: row.email,
        stored: kept,
        recorded: said,
        detail: what,
      }),
    ];
  });
}

function deedFindings(row: KeptRecipient, entries: readonly Said[]): Finding[] {
  // Actions of a previous recipient do not count for the recipient who replaced them.
  const passedOn = entries.findLast((entry) => isRestart(entry, row.id));
  const own = entries.filter(({ actor }) => actor.id === row.id);
  const current = own.filter(({ n }) => n > (passedOn?.n ?? -1));
  const signed = own.find(({ type }) => type === 'document.signed');
  const declined = own.find(({ type }) => type === 'document.declined');
  const started = current.find(({ type }) => type === 'document.signing-started') ?? signed;
  const viewed = current.find(({ type }) => type === 'document.viewed');
  const reason = declined?.personal?.['reason'];
  return [
    ...statusFindings(row, { signed, declined }),
    ...timeFindings(row, 'opened the document', row.viewed_at, viewed),
    ...timeFindings(row, 'started to sign', row.started_at, started),
    ...timeFindings(row, 'signed', row.signed_at, signed),
    ...timeFindings(row, 'declined', row.declined_at, declined),
    ...(reason === undefined || reason === row.decline_reason
      ? []
      : [
          finding(
            'recipient-reason',
            `${quoted(row.email)} declined for a different reason according to entry ${declined?.n ?? '?'} than according to the document.`,
            { entry: declined, recipient: row.id, subject: row.email, stored: row.decline_reason, recorded: reason },
          ),
        ]),
  ];
}

function statusFindings(
  { id, email, status }: KeptRecipient,
  deeds: { signed: Said | undefined; declined: Said | undefined },
): Finding[] {
  return (['signed', 'declined'] as const).flatMap((deed) => {
    const entry = deeds[deed];
    const isKept = status === deed;
    if (isKept === (entry !== undefined)) return [];
    const message = entry
      ? `Entry ${entry.n} says that ${quoted(email)} ${deed}, but their status in the document is “${status}”.`
      : `${quoted(email)} is recorded as having ${deed}, but no entry in the audit trail says so.`;
    return [
      finding('recipient-status', message, {
        entry,
        recipient: id,
        subject: email,
        stored: status,
        recorded: entry && deed,
        detail: deed,
      }),
    ];
  });
}

function timeFindings(row: KeptRecipient, deed: string, kept: string | null, entry: Said | undefined): Finding[] {
  const about = {
    entry,
    recipient: row.id,
    subject: row.email,
    stored: timeOf(kept),
    recorded: entry?.at,
    detail: deed,
  };
  const who = quoted(row.email);
  if (entry && kept !== null && isTimeOf(kept, entry)) return [];
  if (!entry && kept === null) return [];
  if (entry && kept !== null)
    return [
      finding(
        'recipient-time',
        `${who} ${deed} at ${moment(kept)} according to the document, but at ${entry.at} according to entry ${entry.n}.`,
        about,
      ),
    ];
  const message = entry
    ? `Entry ${entry.n} says that ${who} ${deed} at ${entry.at}, but the document contains no time for it.`
    : `According to the document, ${who} ${deed} at ${moment(kept)}, but no entry in the audit trail says so.`;
  return [finding('recipient-time', message, about)];
}

function signingFindings(row: KeptRecipient, { entries, certificates, attachments }: Evidence): Finding[] {
  const entry = entries.find(({ type, actor }) => type === 'document.signed' && actor.id === row.id);
  if (!entry) return [];
  const about = { entry, recipient: row.id, subject: row.email };
  const serial = textOf(entry, 'certificate');
  const found: Finding[] = [];
  if (!certificates.some((one) => one.serial === serial && one.signer_id === row.id))
    found.push(
      finding(
        'certificate-row',
        `Entry ${entry.n} says that ${quoted(row.email)} signed with certificate ${serial ?? '?'}, which was not issued to them for this document.`,
        { ...about, recorded: serial },
      ),
    );
  const said = (textOf(entry, 'attachments') ?? '').split(' ').filter((hash) => hash !== '');
  const kept = attachments.filter(({ signer_id: signer }) => signer === row.id).map(({ sha256 }) => sha256);
  if (said.toSorted().join(' ') !== kept.toSorted().join(' '))
    found.push(
      finding(
        'attachment',
        `The files that ${quoted(row.email)} attached do not match the SHA-256 that entry ${entry.n} recorded.`,
        { ...about, stored: kept.join(', '), recorded: said.join(', ') },
      ),
    );
  // The names are stored outside the entry, so that they can be erased.
  const names = entry.personal?.['attachments'];
  const written = attachments
    .filter(({ signer_id: signer }) => signer === row.id)
    .map(({ sha256, filename }) => `${sha256} ${filename}`);
  if (
    found.length === 0 &&
    names !== undefined &&
    names.split('\n').toSorted().join('\n') !== written.toSorted().join('\n')
  )
    found.push(
      finding(
        'attachment',
        `The names of the files that ${quoted(row.email)} attached differ from those that entry ${entry.n} recorded.`,
        about,
      ),
    );
  return found;
}

/**
 * Compares each revocation of a signer's certificate with its entry, because otherwise a forged row could invalidate a
 * signature.
 */
function revocationFindings({ entries, revocations }: Evidence): Finding[] {
  const recorded = ofType(entries, 'certificate.revoked').map((entry) => ({
    entry,
    key: `${textOf(entry, 'serial') ?? ''} ${secondOf(textOf(entry, 'revoked_at') ?? '')}`,
  }));
  const kept = revocations.map(({ serial, revoked_at: at }) => `${serial} ${Math.round(at.getTime() / 1000)}`);
  const added = kept.filter((key) => !recorded.some((one) => one.key === key));
  const missing = recorded.filter(({ key }) => !kept.includes(key));
  return [
    ...added.map((key) =>
      finding(
        'revocation',
        `Certificate ${key.split(' ')[0] ?? ''} is stored as revoked, but no entry in the audit trail says so.`,
        { subject: key.split(' ')[0] ?? null },
      ),
    ),
    ...missing.map(({ entry }) =>
      finding(
        'revocation',
        `Entry ${entry.n} says that certificate ${textOf(entry, 'serial') ?? '?'} was revoked, but no such revocation is stored.`,
        { entry, subject: textOf(entry, 'serial') ?? null, recorded: textOf(entry, 'revoked_at') },
      ),
    ),
  ];
}

/** Revocation times have a resolution of one second. */
const secondOf = (time: string): number => Math.round(Date.parse(time) / 1000);
