/**
 * Ways in which the owner of the database can tamper with a document: rows are rewritten, and the chain of the audit
 * trail is recomputed, so that the chain itself is valid. Each manipulation must contradict data that was not changed.
 */
import { createHash } from 'node:crypto';
import { buildEntry, type Entry, GENESIS, parseEntry } from '@countersign/audit-log';
import type { TrailFinding } from '@countersign/contract';
import { pack } from '../../src/platform/optimizations/tail-compression.ts';
import type { SentDocument, TestApp } from './app.ts';
import { makePdf } from './pdf.ts';

type Life = 'completed' | 'certified' | 'half-signed' | 'sent' | 'declined' | 'voided' | 'archived';
type Rewriting = {
  readonly name: string;
  readonly life: Life;
  readonly do: (app: TestApp, document: SentDocument) => Promise<unknown>;
  readonly finds: TrailFinding['code'];
};

/** Changes entries and recomputes their chain. */
export async function rewriteTrail(
  app: TestApp,
  id: string,
  change: (entries: Entry[]) => readonly Entry[],
): Promise<void> {
  const rows = await app.sql<{ tenant_id: string; bytes: Buffer }>(
    'select tenant_id, bytes from audit_entries where stream = $1 order by n',
    [id],
  );
  const tenant = rows[0]?.tenant_id;
  const entries = change(rows.map(({ bytes }) => parseEntry(bytes)));
  await app.sql('delete from audit_entries where stream = $1', [id]);
  let prev = GENESIS;
  for (const [n, entry] of entries.entries()) {
    const built = buildEntry({ ...entry, n, prev });
    await app.sql(
      'insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values ($1, $2, $3, $4, $5, $6, $7)',
      [tenant, id, n, entry.id, entry.at, built.hash, built.bytes],
    );
    prev = built.hash;
  }
  await app.sql('update audit_streams set n = $2, hash = $3 where stream = $1', [id, entries.length - 1, prev]);
}

/** Changes all entries of a given type. */
export const edit =
  (type: string, change: (entry: Entry) => Entry) =>
  (app: TestApp, { id }: SentDocument): Promise<void> =>
    rewriteTrail(app, id, (entries) => entries.map((entry) => (entry.type === type ? change(entry) : entry)));

export const data = (type: string, change: Entry['data']) =>
  edit(type, (entry) => ({ ...entry, data: { ...entry.data, ...change } }));

export const drop =
  (...types: string[]) =>
  (app: TestApp, { id }: SentDocument): Promise<void> =>
    rewriteTrail(app, id, (entries) => entries.filter(({ type }) => !types.includes(type)));

/** Adds a copy of an e-mail's entry right after the first entry of a type. */
const repeatedMail =
  (after: string) =>
  (app: TestApp, { id }: SentDocument): Promise<void> =>
    rewriteTrail(app, id, (entries) => {
      const mail = entries.find(({ type }) => type === 'mail.sent');
      if (!mail) throw new Error('No e-mail was sent.');
      return entries.toSpliced(entries.findIndex(({ type }) => type === after) + 1, 0, mail);
    });

/** Runs a statement about the document, whose ID is $1. */
const sql =
  (text: string) =>
  (app: TestApp, { id }: SentDocument): Promise<unknown> =>
    app.sql(text, [id]);

const other = 'e'.repeat(64);
const firstSigner = 'id = (select id from signers where document_id = $1 order by position limit 1)';

export const REWRITINGS: readonly Rewriting[] = [
  {
    name: 'the entries for the signatures were deleted',
    life: 'completed',
    do: drop('document.signed'),
    finds: 'revision-without-entry',
  },
  {
    name: 'all records of a signature except the signed file were deleted',
    life: 'half-signed',
    do: forgetSignature,
    finds: 'signature-unrecorded',
  },
  {
    name: 'the entry for the completion was deleted',
    life: 'completed',
    do: drop('document.completed'),
    finds: 'revision-without-entry',
  },
  {
    name: 'the entry for sending the document was deleted',
    life: 'sent',
    do: drop('document.sent'),
    finds: 'recipient-list',
  },
  {
    name: 'the entries for the signatures contain another file hash',
    life: 'completed',
    do: data('document.signed', { sha256: other }),
    finds: 'revision-hash',
  },
  {
    name: 'the entry for a signature contains another revision number',
    life: 'half-signed',
    do: data('document.signed', { revision: 7 }),
    finds: 'entry-without-revision',
  },
  {
    name: 'the entries and revisions of the signatures contain the same wrong hash',
    life: 'completed',
    do: bothHashes,
    finds: 'revision-file',
  },
  {
    name: 'the entry for a signature names another signer',
    life: 'half-signed',
    do: signedByTheOther,
    finds: 'revision-maker',
  },
  {
    name: 'the entry and the rows for a signature name another signer',
    life: 'half-signed',
    do: movedToTheOther,
    finds: 'signature-missing',
  },
  {
    name: 'the entry for a signature is dated an hour later',
    life: 'half-signed',
    do: edit('document.signed', anHourLater),
    finds: 'entry-time',
  },
  {
    name: 'a stored revision is dated a day earlier',
    life: 'half-signed',
    do: sql(`update revisions set created_at = created_at - interval '1 day' where document_id = $1 and n = 2`),
    finds: 'revision-time',
  },
  { name: 'all entries and rows are dated two hours later', life: 'half-signed', do: shifted, finds: 'signature-time' },
  {
    name: 'the entry for a signature contains another certificate serial number',
    life: 'half-signed',
    do: data('document.signed', { certificate: 'abcdef01' }),
    finds: 'certificate-row',
  },
  {
    name: 'the entry and the row for a certificate contain the same wrong serial number',
    life: 'half-signed',
    do: otherCertificate,
    finds: 'signature-certificate',
  },
  {
    name: 'the entry for a signature names another time-stamping authority',
    life: 'half-signed',
    do: data('document.signed', { time_stamped_by: 'Nobody' }),
    finds: 'signature-time',
  },
  {
    name: 'the entry for sending the document names another seal certificate',
    life: 'sent',
    do: data('document.sent', { seal: 'abcdef01' }),
    finds: 'seal-certificate',
  },
  {
    name: 'the entry for sending the document states that no certification was added',
    life: 'sent',
    do: data('document.sent', { certified: false }),
    finds: 'seal-certificate',
  },
  {
    name: 'the entry for the upload contains another file hash',
    life: 'sent',
    do: data('document.created', { sha256: other }),
    finds: 'upload-hash',
  },
  {
    name: 'the entry for sending the document contains a smaller number of recipients',
    life: 'sent',
    do: data('document.sent', { signers: 1 }),
    finds: 'recipient-list',
  },
  {
    name: 'the name of a recipient was changed',
    life: 'half-signed',
    do: sql(`update signers set name = 'Mallory' where ${firstSigner}`),
    finds: 'recipient-identity',
  },
  {
    name: 'the e-mail address of a recipient was changed',
    life: 'half-signed',
    do: sql(`update signers set email = 'mallory@contoso.example' where ${firstSigner}`),
    finds: 'recipient-identity',
  },
  {
    name: 'the role of a signer was changed to cc',
    life: 'half-signed',
    do: sql(`update signers set role = 'cc' where ${firstSigner}`),
    finds: 'recipient-identity',
  },
  {
    name: 'a recipient who has not signed is marked as signed',
    life: 'sent',
    do: sql(`update signers set status = 'signed', signed_at = now() where ${firstSigner}`),
    finds: 'recipient-status',
  },
  {
    name: 'a recipient who has signed is marked as pending',
    life: 'half-signed',
    do: sql(`update signers set status = 'pending-signature' where ${firstSigner}`),
    finds: 'recipient-status',
  },
  {
    name: 'the time of a signature was changed',
    life: 'half-signed',
    do: sql(`update signers set signed_at = signed_at - interval '1 day' where ${firstSigner}`),
    finds: 'recipient-time',
  },
  {
    name: 'the time when a recipient viewed the document was changed',
    life: 'half-signed',
    do: sql(`update signers set viewed_at = '2020-01-01' where ${firstSigner}`),
    finds: 'recipient-time',
  },
  {
    name: 'the reason for declining was changed',
    life: 'declined',
    do: sql(`update signers set decline_reason = 'No reason' where document_id = $1 and decline_reason is not null`),
    finds: 'recipient-reason',
  },
  {
    name: 'the entry for declining the document was deleted',
    life: 'declined',
    do: drop('document.declined'),
    finds: 'document-status',
  },
  {
    name: 'the reason for voiding was changed',
    life: 'voided',
    do: sql(`update documents set void_reason = 'Another' where id = $1`),
    finds: 'document-reason',
  },
  {
    name: 'a voided document is marked as in progress',
    life: 'voided',
    do: sql(`update documents set status = 'in-progress' where id = $1`),
    finds: 'document-status',
  },
  {
    name: 'a document with a missing signature is marked as completed',
    life: 'half-signed',
    do: sql(`update documents set status = 'completed', completed_at = now(), sealed_at = now() where id = $1`),
    finds: 'document-status',
  },
  {
    name: 'the time of completion was changed',
    life: 'completed',
    do: sql(`update documents set completed_at = completed_at - interval '1 day' where id = $1`),
    finds: 'document-time',
  },
  {
    name: 'the deadline of the document was extended by a year',
    life: 'sent',
    do: sql(`update documents set expires_at = expires_at + interval '1 year' where id = $1`),
    finds: 'document-time',
  },
  {
    name: 'the title of the document was changed',
    life: 'completed',
    do: sql(`update documents set title = 'Another contract' where id = $1`),
    finds: 'document-title',
  },
  {
    name: 'the signing order was changed',
    life: 'sent',
    do: sql(`update documents set signing_order = 'sequential' where id = $1`),
    finds: 'document-order',
  },
  {
    name: 'an archived document is no longer marked as archived',
    life: 'archived',
    do: sql(`update documents set status = archived_from, archived_from = null, archived_at = null where id = $1`),
    finds: 'document-status',
  },
  { name: 'a second entry for the same signature was added', life: 'completed', do: signedTwice, finds: 'life-order' },
  {
    name: 'the seal and its entry were deleted',
    life: 'completed',
    do: unsealed,
    finds: 'document-time',
  },
  {
    name: 'the seal and its entry were deleted from a document with a certificate of completion',
    life: 'certified',
    do: unsealed,
    finds: 'completion-certificate',
  },
  {
    name: 'the certificate of completion was replaced',
    life: 'certified',
    do: sql(`update completion_certificates set bytes = 'another'::bytea where document_id = $1`),
    finds: 'completion-certificate',
  },
  {
    name: 'the entries for e-mails before the first signature were deleted',
    life: 'half-signed',
    do: drop('mail.sent'),
    finds: 'signature-trail',
  },
  {
    name: 'an entry was added before the first signature',
    life: 'half-signed',
    do: repeatedMail('document.sent'),
    finds: 'signature-trail',
  },
  {
    name: 'an entry was added between two signatures',
    life: 'completed',
    do: repeatedMail('document.signed'),
    finds: 'signature-trail',
  },
  {
    name: 'the entry for the completion contains another signature level',
    life: 'certified',
    do: data('document.completed', { level: 'B-T' }),
    finds: 'certificate-head',
  },
  {
    name: 'the certificate of completion was replaced with that of another document, and its hash was changed to match',
    life: 'certified',
    do: certificateOfAnother,
    finds: 'certificate-head',
  },
  {
    name: 'the certificate of completion was replaced with a file without a seal, and its hash was changed to match',
    life: 'certified',
    do: certificateWithoutSeal,
    finds: 'completion-certificate',
  },
  {
    name: 'personal data was moved from one entry to another',
    life: 'half-signed',
    do: movedPersonal,
    finds: 'personal-data',
  },
  {
    name: 'the entry for a signature commits to other personal data',
    life: 'half-signed',
    do: edit('document.signed', (entry) => ({ ...entry, pii: other })),
    finds: 'personal-data',
  },
  {
    name: 'the personal data of a signature and the commitment to it were deleted',
    life: 'half-signed',
    do: anonymous,
    finds: 'personal-data',
  },
];

async function certificateOfAnother(app: TestApp, document: SentDocument): Promise<void> {
  const { id } = await lived(app, 'certified');
  const [other] = await app.sql<{ bytes: Buffer; sha256: string }>(
    'select bytes, sha256 from completion_certificates where document_id = $1',
    [id],
  );
  await app.sql('update completion_certificates set bytes = $2, sha256 = $3 where document_id = $1', [
    document.id,
    other?.bytes,
    other?.sha256,
  ]);
  await data('document.certificate-made', { certificate_sha256: other?.sha256 ?? '' })(app, document);
}

async function certificateWithoutSeal(app: TestApp, document: SentDocument): Promise<void> {
  const bytes = makePdf();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await app.sql('update completion_certificates set bytes = $2, sha256 = $3 where document_id = $1', [
    document.id,
    pack(bytes),
    sha256,
  ]);
  await data('document.certificate-made', { certificate_sha256: sha256 })(app, document);
}

function anHourLater(entry: Entry): Entry {
  return { ...entry, at: new Date(Date.parse(entry.at) + 3_600_000).toISOString() };
}

async function bothHashes(app: TestApp, document: SentDocument): Promise<void> {
  await data('document.signed', { sha256: other })(app, document);
  await app.sql(`update revisions set sha256 = $2 where document_id = $1 and kind = 'signature'`, [document.id, other]);
}

const idOf = (document: SentDocument, index: number): string => document.signers[index]?.id ?? '';

function signedByTheOther(app: TestApp, document: SentDocument): Promise<void> {
  const change = (entry: Entry): Entry => ({ ...entry, actor: { ...entry.actor, id: idOf(document, 1) } });
  return edit('document.signed', change)(app, document);
}

async function movedToTheOther(app: TestApp, document: SentDocument): Promise<void> {
  const [one, two] = [idOf(document, 0), idOf(document, 1)];
  await signedByTheOther(app, document);
  await app.sql('update revisions set signer_id = $2 where signer_id = $1', [one, two]);
  await app.sql('update certificates set signer_id = $2 where signer_id = $1', [one, two]);
  await app.sql(
    `update signers s set status = 'signed', signed_at = o.signed_at, started_at = o.started_at
     from signers o where o.id = $1 and s.id = $2`,
    [one, two],
  );
  await app.sql(`update signers set status = 'pending-signature', signed_at = null, started_at = null where id = $1`, [
    one,
  ]);
}

/**
 * Moves the times in the rows and the entries by two hours, so that only the time-stamps in the file contradict them.
 */
async function shifted(app: TestApp, { id }: SentDocument): Promise<void> {
  const later = (at: string): string => new Date(Date.parse(at) + 7_200_000).toISOString();
  await rewriteTrail(app, id, (entries) => entries.map((entry) => ({ ...entry, at: later(entry.at) })));
  await app.sql(`update revisions set created_at = created_at + interval '2 hours' where document_id = $1`, [id]);
  await app.sql(
    `update signers set signed_at = signed_at + interval '2 hours', started_at = started_at + interval '2 hours',
       viewed_at = viewed_at + interval '2 hours' where document_id = $1`,
    [id],
  );
  await app.sql(
    `update documents set created_at = created_at + interval '2 hours', sent_at = sent_at + interval '2 hours' where id = $1`,
    [id],
  );
}

async function otherCertificate(app: TestApp, document: SentDocument): Promise<void> {
  await data('document.signed', { certificate: 'abcdef01' })(app, document);
  await app.sql(`update certificates set serial = 'abcdef01' where document_id = $1`, [document.id]);
}

async function forgetSignature(app: TestApp, document: SentDocument): Promise<void> {
  await drop('document.signed', 'document.signing-started')(app, document);
  await app.sql(
    `update signers set status = 'pending-signature', signed_at = null, started_at = null where document_id = $1`,
    [document.id],
  );
  await app.sql('delete from certificates where document_id = $1', [document.id]);
}

function signedTwice(app: TestApp, { id }: SentDocument): Promise<void> {
  return rewriteTrail(app, id, (entries) => {
    const signed = entries.find(({ type }) => type === 'document.signed');
    const last = entries.at(-1);
    if (!signed || !last) throw new Error('Nobody has signed the document.');
    return [...entries, { ...signed, id: `${signed.id}2`, at: last.at }];
  });
}

async function unsealed(app: TestApp, document: SentDocument): Promise<void> {
  await drop('document.completed', 'document.certificate-made')(app, document);
  await app.sql(`delete from revisions where document_id = $1 and kind = 'seal'`, [document.id]);
}

async function movedPersonal(app: TestApp, { id }: SentDocument): Promise<void> {
  const rows = await app.sql<{ id: string }>(
    `select id from audit_entries where stream = $1 and convert_from(bytes, 'UTF8') ~ '"type":"document.(created|signed)"' order by n`,
    [id],
  );
  await app.sql(
    `update audit_personal p set sealed = o.sealed, person_id = o.person_id from audit_personal o where p.entry_id = $1 and o.entry_id = $2`,
    [rows[1]?.id, rows[0]?.id],
  );
}

async function anonymous(app: TestApp, document: SentDocument): Promise<void> {
  await app.sql(
    `delete from audit_personal where entry_id in (select id from audit_entries where stream = $1
       and convert_from(bytes, 'UTF8') ~ '"type":"document.signed"')`,
    [document.id],
  );
  await edit('document.signed', (entry) => ({ ...entry, pii: null }))(app, document);
}

/** Creates a document with two recipients and this history, and without pending jobs. */
export async function lived(app: TestApp, life: Life): Promise<SentDocument> {
  const signers = [app.person(), app.person()];
  if (life === 'completed' || life === 'certified' || life === 'archived') {
    const done = await app.completed({ signers });
    if (life === 'certified') await app.key.get(`/api/documents/${done.id}/download?type=audit`);
    await app.atRest(done.id);
    if (life === 'archived')
      await app.key.post('/api/documents/paginated', { action: 'archive', documentIds: [done.id] });
    return done;
  }
  const sent = await app.sent({ signers });
  const token = await app.link(signers[0]?.email ?? '');
  if (life === 'half-signed') await app.sign(sent.id, { token });
  if (life === 'declined') await app.anyone.post(`/api/documents/${sent.id}/decline`, { token, reason: 'Too dear' });
  if (life === 'voided') await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'Wrong file' });
  await app.atRest(sent.id);
  return sent;
}
