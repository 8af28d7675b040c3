/**
 * Creates one completed document with every kind of evidence, and applies the manipulations that the owner of the
 * database could make. Each kind changes rows, is detected, and is undone. Together with those in rewritings.ts, they
 * form the list in docs/understand/tampering.md.
 */
import type { AnswerOf, operations, TrailFinding } from '@countersign/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { attach, pathOf } from '../support/attachments.ts';
import { capture, startWith, verify } from '../support/in-person.ts';
import { data, drop, edit, rewriteTrail } from '../support/rewritings.ts';
import { unlistedValues } from '../support/finding-values.ts';

const app = await startTestApp();
const document = await everything();
const { id } = document;
const tables = [
  'consent_texts',
  'documents',
  'signers',
  'fields',
  'revisions',
  'certificates',
  'revocations',
  'attachments',
  'in_person_sessions',
  'completion_certificates',
  'audit_streams',
  'audit_entries',
  'audit_personal',
  'person_keys',
  'mails',
  'retention_announcements',
];
for (const table of tables) await app.sql(`create table kept_${table} as table ${table}`);
afterAll(async () => {
  for (const table of tables) await app.sql(`drop table kept_${table}`);
});

/** Restores the rows without checking foreign keys or running triggers, because these would require a certain order. */
async function restore(): Promise<void> {
  const rows = tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from kept_${table}`]);
  await app.sql(['set session_replication_role = replica', ...rows, 'set session_replication_role = origin'].join(';'));
}

/**
 * Creates a document that uses an access code, a code to a second address, in-person signing, every kind of field, the
 * organization's own consent text, and a copy recipient.
 */
async function everything() {
  await app.owner.post('/api/legal/consent-texts', { language: 'en', text: 'I agree to everything.' });
  app.clock.advance({ seconds: 1 });
  const [ada, bob, cleo, dan] = [app.person(), app.person(), app.person(), app.person()];
  const at = { page: 1, x: 72, width: 160, height: 20, signer: ada.email };
  const options = ['Post', 'Pick-up'].map((value, index) => ({
    value,
    page: 1,
    x: 300,
    y: 60 + 20 * index,
    width: 12,
    height: 12,
  }));
  const sent = await app.sent({
    signers: [
      { ...ada, accessCode: 'open sesame' },
      { ...bob, requireTwoFactor: 'email-code', secondEmail: 'second@contoso.example' } as never,
      cleo,
      { ...dan, role: 'cc' } as never,
    ],
    fields: [
      { ...at, kind: 'signature', y: 700, height: 40 },
      { ...at, kind: 'text', y: 60, label: 'City' },
      { ...at, kind: 'text', y: 90, height: 60, label: 'Remarks' },
      { ...at, kind: 'number', y: 160, label: 'Amount' },
      { ...at, kind: 'checkbox', y: 190, width: 14, height: 14, label: 'Insured' },
      { ...at, kind: 'checkbox', y: 210, width: 14, height: 14, label: 'Express', required: false },
      { ...at, kind: 'dropdown', y: 240, label: 'Office', options: ['Oslo', 'Zürich'] },
      { kind: 'radio', signer: ada.email, label: 'Delivery', options },
      { ...at, kind: 'text', y: 270, label: 'Tariff', default: 'B 12', readOnly: true },
      { ...at, kind: 'attachment', y: 300, label: 'Passport' },
      ...[bob, cleo].map(({ email }, index) => ({
        ...at,
        signer: email,
        kind: 'signature',
        y: 600 - 60 * index,
        height: 40,
      })),
    ],
  });
  const fieldOf = (label: string): string => sent.document.fields.find((field) => field.label === label)?.id ?? '';
  await app.atRest(sent.id);
  const opened = await app.anyone.post<'openSigningSession'>('/api/signing/session', {
    token: await app.link(ada.email),
    accessCode: 'open sesame',
  });
  expect(opened.status, opened.text).toBe(200);
  const { bearer } = opened.body;
  const caller = app.anyone.with({ bearer });
  await caller.get(`/api/signing/${sent.signers[0]?.id ?? ''}/pages/1`);
  await attach({ caller, path: pathOf(sent.signers[0]?.id ?? '', fieldOf('Passport')) });
  const values = {
    City: 'Zürich',
    Remarks: 'Two lines:\nthe second one.',
    Amount: '1200.50',
    Insured: true,
    Office: 'Oslo',
    Delivery: 'Pick-up',
  };
  const fields = Object.entries(values).map(([label, value]) => ({ id: fieldOf(label), value }));
  const signed = await app.sign(sent.id, { token: bearer, fields });
  expect(signed.status, signed.text).toBe(200);
  await secondStep(sent.id, bob.email);
  const device = await startWith(app, sent.id, cleo.email);
  await verify(app, device.sessionId);
  expect((await capture(app, device.sessionId)).status).toBe(200);
  await app.sealed(sent.id);
  await app.atRest(sent.id);
  await app.key.get(`/api/documents/${sent.id}/download?type=audit`);
  await app.atRest(sent.id);
  return sent;
}

async function secondStep(documentId: string, email: string): Promise<void> {
  const token = await app.link(email);
  await app.anyone.post('/api/signing/session/code', { token });
  await app.atRest(documentId);
  const [mail] = await app.sql<{ text: string }>('select body_text as text from mails where id = $1', [
    await app.mailId('second@contoso.example', 'signing-code'),
  ]);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  const opened = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token, stepCode: code });
  expect(opened.status, opened.text).toBe(200);
  expect((await app.sign(documentId, { token: opened.body.bearer })).status).toBe(200);
}

type Verification = AnswerOf<(typeof operations)['verifyDocument']>;
async function verified(): Promise<Verification> {
  const answer = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function checked(files: boolean) {
  const answer = await app.owner.get<'checkAuditLog'>(`/api/audit/check?files=${files}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.contradictions;
}

type Change = string | (() => Promise<unknown>);
const make = (change: Change): Promise<unknown> => (typeof change === 'string' ? app.sql(change) : change());
const signer = (position: number): string => `(select id from signers where position = ${position})`;
const entry = (type: string): string =>
  `(select id from audit_entries where stream = '${id}' and convert_from(bytes, 'UTF8') like '%"type":"${type}"%' limit 1)`;
const kinds: [name: string, finds: TrailFinding['code'], change: Change][] = [
  [
    'a consent text that a signer agreed to was changed',
    'consent-text',
    "update consent_texts set text = text || ' Almost.'",
  ],
  [
    'a consent text that a signer agreed to was changed together with its hash',
    'consent-text',
    "update consent_texts set text = 'x', sha256 = encode(sha256(convert_to(E'own-1\\nx', 'UTF8')), 'hex')",
  ],
  ['a consent text that a signer agreed to was deleted', 'consent-text', 'delete from consent_texts'],
  ['a consent text was given another version', 'consent-text', 'update consent_texts set version = 2'],
  [
    'a required access code was removed',
    'authentication',
    'update signers set access_code_hash = null where position = 1',
  ],
  [
    'an access code requirement was added later',
    'authentication',
    "update signers set access_code_hash = 'x' where position = 2",
  ],
  [
    'a required recipient authentication was removed',
    'authentication',
    'update signers set second_step = null, second_email = null where position = 2',
  ],
  [
    'a recipient authentication requirement was added later',
    'authentication',
    "update signers set second_step = 'account' where position = 3",
  ],
  [
    'the second address of a recipient was changed',
    'authentication',
    "update signers set second_email = 'other@contoso.example' where position = 2",
  ],
  [
    'a signature was marked as confirmed with a second factor',
    'authentication',
    () => data('document.signed', { factors: 'account-two-factor' })(app, document),
  ],
  [
    'the audit entry of an access code was deleted',
    'authentication',
    () => drop('signer.access-code-passed')(app, document),
  ],
  [
    'the audit entry of a recipient authentication was deleted',
    'authentication',
    () => drop('signer.step-passed')(app, document),
  ],
  ['the host of an in-person session was changed', 'in-person', "update in_person_sessions set host_id = 'usr_other'"],
  [
    'the reason why an in-person session ended was changed',
    'in-person',
    "update in_person_sessions set ended_by = 'host'",
  ],
  [
    'an in-person session was assigned to another signer',
    'in-person',
    `update in_person_sessions set signer_id = ${signer(1)}`,
  ],
  [
    'the start of an in-person session was set to an earlier time',
    'in-person',
    "update in_person_sessions set created_at = created_at - interval '1 hour'",
  ],
  [
    'the verification of an in-person session was set to a later time',
    'in-person',
    "update in_person_sessions set verified_at = verified_at + interval '1 hour'",
  ],
  [
    'an in-person session was added',
    'in-person',
    "insert into in_person_sessions (tenant_id, id, token_hash, document_id, signer_id, link_generation, host_kind, host_id, host_name, created_at, expires_at) select tenant_id, 'ips_other', 'other', document_id, signer_id, 1, host_kind, host_id, host_name, created_at, expires_at from in_person_sessions",
  ],
  [
    'the audit entry of the start of an in-person session was deleted',
    'in-person',
    () => drop('in-person.started')(app, document),
  ],
  [
    'the address of an invitation was changed',
    'mail',
    `update mails set to_address = 'other@contoso.example' where message_id like '<${id}.' || ${signer(1)} || '.%'`,
  ],
  [
    'the time of an invitation e-mail was set to an earlier time',
    'mail',
    `update mails set created_at = created_at - interval '1 hour' where message_id like '<${id}.' || ${signer(1)} || '.%'`,
  ],
  [
    'the type of a stored e-mail was changed',
    'mail',
    `update mails set kind = 'reminder' where message_id like '<${id}.' || ${signer(1)} || '.%'`,
  ],
  [
    'an e-mail was added',
    'mail',
    `insert into mails select tenant_id, 'eml_other', '<${id}.' || ${signer(4)} || '.7@localhost>', 'invitation', from_address, to_address, subject, body_text, body_html, now() from mails limit 1`,
  ],
  [
    'the audit entry of an e-mail was deleted',
    'mail',
    () =>
      rewriteTrail(app, id, (entries) =>
        entries.filter(({ type, target }) => type !== 'mail.sent' || target.id !== document.signers[3]?.id),
      ),
  ],
  [
    'the invitation of a recipient was set to an earlier time',
    'recipient-time',
    "update signers set invited_at = invited_at - interval '1 day' where position = 1",
  ],
  [
    'the time when a recipient started was set to an earlier time',
    'recipient-time',
    "update signers set started_at = started_at - interval '1 day' where position = 1",
  ],
  [
    'the time when a recipient viewed the document was set to a later time',
    'recipient-time',
    "update signers set viewed_at = viewed_at + interval '1 day' where position = 1",
  ],
  ['an attached file was renamed', 'attachment', "update attachments set filename = 'Visa.pdf'"],
  ['the hash of an attached file was changed', 'attachment', "update attachments set sha256 = repeat('e', 64)"],
  ['an attached file was deleted', 'attachment', 'delete from attachments'],
  [
    'an attached file was marked as not included in a signature',
    'attachment',
    'update attachments set bound_at = null',
  ],
  ['the value of a text field was changed', 'field-value', "update fields set value = 'Bern' where label = 'City'"],
  [
    'the value of a multi-line text field was changed',
    'field-value',
    "update fields set value = 'One line.' where label = 'Remarks'",
  ],
  [
    'the value of a number field was changed',
    'field-value',
    "update fields set value = '200.50' where label = 'Amount'",
  ],
  ['a check box was cleared', 'field-value', "update fields set value = null where label = 'Insured'"],
  ['a check box was checked', 'field-value', "update fields set value = 'true' where label = 'Express'"],
  [
    'another option of a drop-down field was selected',
    'field-value',
    "update fields set value = 'Zürich' where label = 'Office'",
  ],
  ['another radio button was selected', 'field-value', "update fields set value = 'Post' where label = 'Delivery'"],
  [
    'a value from the sender was changed',
    'field-value',
    `update fields set settings = settings || '{"default":"A 1"}' where label = 'Tariff'`,
  ],
  ['the value of a field was deleted', 'field-value', "update fields set value = null where label = 'City'"],
  ['the label of a field was changed', 'field-label', "update fields set label = 'Country' where label = 'City'"],
  [
    'the PDF field that a field refers to was changed',
    'field-missing',
    "update fields set pdf_name = 'other' where label = 'City'",
  ],
  [
    'a field was assigned to another recipient',
    'field-value',
    `update fields set signer_id = ${signer(2)}, value = null where label = 'City'`,
  ],
  [
    'the head of the audit trail was set to a later time',
    'entry-time',
    `update audit_streams set at = at + interval '1 day' where stream = '${id}'`,
  ],
  [
    'a certificate was replaced',
    'certificate-row',
    `update certificates set certificate = (select certificate from certificates where signer_id = ${signer(2)}) where signer_id = ${signer(1)}`,
  ],
  [
    'a certificate was set to an earlier issue time',
    'certificate-row',
    "update certificates set issued_at = issued_at - interval '1 day'",
  ],
  [
    'the revisions shown to a recipient were changed',
    'recipient-shown',
    "update signers set shown_revisions = '{1,2}' where position = 1",
  ],
  [
    'the revisions shown to a recipient were removed',
    'recipient-shown',
    "update signers set shown_revisions = '{}' where position = 1",
  ],
  [
    'a recipient was moved in the signing order',
    'document-order',
    'update signers set signing_order = 9 where position = 2',
  ],
  ['a reminder was added', 'recipient-time', 'update signers set reminded_at = now() where position = 1'],
  ['e-mail to a recipient was marked as bounced', 'mail', "update signers set delivery = 'bounced' where position = 1"],
  ['the name of a host was changed', 'in-person', "update in_person_sessions set host_name = 'Mallory'"],
  ['the size of an attached file was changed', 'attachment', 'update attachments set size_bytes = size_bytes + 1'],
  [
    'the upload of an attached file was set to an earlier time',
    'attachment',
    "update attachments set uploaded_at = uploaded_at - interval '1 day'",
  ],
  [
    'the number of pages of the certificate of completion was changed',
    'completion-certificate',
    'update completion_certificates set pages = pages + 1',
  ],
  [
    'the certificate of completion was set to an earlier creation time',
    'completion-certificate',
    "update completion_certificates set created_at = created_at - interval '1 day'",
  ],
  [
    'a consent text quoted in the sealed certificate of completion was changed',
    'certificate-statement',
    "update consent_texts set text = text || ' Almost.'",
  ],
  [
    'a certificate was revoked without an audit entry',
    'revocation',
    "insert into revocations (tenant_id, serial, revoked_at, issuer_key_id, reason, recorded_at) select tenant_id, serial, now(), 'x', 'unspecified', now() from certificates limit 1",
  ],
  [
    'a certificate was assigned to another signer',
    'certificate-row',
    `update certificates set signer_id = ${signer(2)} where signer_id = ${signer(1)}`,
  ],
  ['a certificate was deleted', 'certificate-row', `delete from certificates where signer_id = ${signer(1)}`],
  [
    'the personal data of a signature was deleted',
    'personal-erased',
    `delete from audit_personal where entry_id = ${entry('document.signed')}`,
  ],
  [
    'the personal data of a send request was deleted',
    'personal-erased',
    `delete from audit_personal where entry_id = ${entry('document.sent')}`,
  ],
  [
    'the key to a signer’s personal data was deleted',
    'personal-erased',
    `delete from person_keys where person_id = ${signer(1)}`,
  ],
  [
    'the key to a signer’s personal data was replaced',
    'personal-data',
    `update person_keys set key_sealed = (select key_sealed from person_keys where person_id = ${signer(2)}) where person_id = ${signer(1)}`,
  ],
  ['the file name of a document was changed', 'document-title', "update documents set filename = 'other.pdf'"],
  ['a stored revision was deleted', 'revision-number', 'delete from revisions where n = 2'],
  [
    'the number of audit entries in the certificate of completion was reduced',
    'completion-certificate',
    'update completion_certificates set audit_n = 3',
  ],
  ['the certificate of completion was deleted', 'completion-certificate', 'delete from completion_certificates'],
  [
    'an audit entry from before the signatures was changed',
    'signature-trail',
    () => edit('document.sent', (one) => ({ ...one, data: { ...one.data, signers: 4, note: 'x' } }))(app, document),
  ],
  ['two audit entries were swapped', 'signature-trail', () => rewriteTrail(app, id, (entries) => swapped(entries))],
  [
    'the first audit entry was changed',
    'signature-trail',
    () => edit('document.created', (one) => ({ ...one, data: { ...one.data, pages: 2 } }))(app, document),
  ],
  [
    'the language in the audit entry of the completion was changed',
    'certificate-head',
    () => data('document.completed', { language: 'fr' })(app, document),
  ],
  [
    'the credentials in the audit entry of the last signature were changed',
    'certificate-head',
    () =>
      rewriteTrail(app, id, (entries) =>
        entries.map((one) =>
          one.data['last'] === true ? { ...one, data: { ...one.data, credential: 'account' } } : one,
        ),
      ),
  ],
];

function swapped<One extends { type: string; at: string; id: string }>(entries: readonly One[]): One[] {
  const [first, second] = entries.flatMap(({ type }, index) => (type === 'mail.sent' ? [index] : []));
  const all = [...entries];
  const [one, two] = [all[first ?? 0], all[second ?? 0]];
  if (!one || !two) throw new Error('The test needs two e-mails.');
  all[first ?? 0] = two;
  all[second ?? 0] = one;
  return all;
}

test('finds no contradiction in a document that was not tampered with', async () => {
  expect(OWNER.organization).not.toBe('');
  const { isValid, auditTrail, reasons } = await verified();
  expect({ findings: auditTrail.findings, reasons, isValid }).toEqual({ findings: [], reasons: [], isValid: true });
  expect(await checked(true)).toEqual([]);
});

describe('tampering that is detected and described in a sentence', () => {
  test.each(kinds)('detects when %s, and reports the finding %s', async (_, finds, change) => {
    try {
      await make(change);
      const { isValid, auditTrail, reasons, verdict, reasonFacts } = await verified();
      expect(auditTrail.findings.map(({ code }) => code)).toContain(finds);
      expect(auditTrail.findings.map(({ code }) => code)).not.toContain('trail-broken');
      expect(isValid).toBe(false);
      expect(reasons[0]).toMatch(/^[“A-Z][^\n]*\.$/);
      expect(auditTrail.findings.flatMap(unlistedValues)).toEqual([]);
      const told = new Set([...auditTrail.findings, ...reasonFacts].map(({ message }) => message));
      expect(reasons.filter((reason) => !told.has(reason))).toEqual([]);
      expect(verdict).toMatch(/^This document is not valid\. [^\n]*\.$|^The file cannot be read/);
    } finally {
      await restore();
    }
  });
});

describe('audit log verification', () => {
  const gone = [
    'attachments',
    'in_person_sessions',
    'completion_certificates',
    'revisions',
    'fields',
    'signers',
    'documents',
  ];
  const remove = gone.map((table) => `delete from ${table}`).join(';');

  test.each<[string, TrailFinding['code'], boolean, Change]>([
    [
      'names a document whose rows contradict its trail',
      'recipient-time',
      false,
      'update signers set signed_at = now() where position = 1',
    ],
    [
      'names a file that contradicts its trail',
      'field-value',
      true,
      "update fields set value = 'Bern' where label = 'City'",
    ],
    [
      'names a certificate that contradicts its trail',
      'certificate-head',
      true,
      () => data('document.completed', { language: 'fr' })(app, document),
    ],
    [
      'names a document that exists only in the audit trail',
      'document-missing',
      false,
      `set session_replication_role = replica; ${remove}; set session_replication_role = origin`,
    ],
    [
      'names a document whose erasure is missing from the erasure ledger',
      'document-missing',
      false,
      async () => {
        await rewriteTrail(app, id, (entries) => [
          ...entries,
          ...entries
            .slice(-1)
            .map((one) => ({ ...one, id: `${one.id}2`, type: 'document.erased', data: { reason: 'retention' } })),
        ]);
        await app.sql(`set session_replication_role = replica; ${remove}; set session_replication_role = origin`);
      },
    ],
  ])('%s, with the finding %s', async (_, finds, files, change) => {
    try {
      await make(change);
      const found = await checked(files);
      expect(found.map(({ code }) => code)).toContain(finds);
      for (const { documentId, message } of found) {
        expect(documentId).toBe(id);
        expect(message).toMatch(/^[“A-Z][^\n]*\.$/);
      }
    } finally {
      await restore();
    }
  });
});
