/** Tests complete exports: their content, and the data they exclude. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StreamVerifier } from '@countersign/audit-log';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { buildExportHandler } from '../../src/features/data-export/build-export.ts';
import { EXPORT_SCHEMAS } from '../../src/features/data-export/schemas.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { readyExport, unpack, waitFor } from '../support/exports.ts';
import { sessionOnly } from '../support/guards.ts';
import { join } from '../support/people.ts';
import { storedFiles } from '../support/stored-files.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const url = '/api/legal/export-data';
const ada = { name: 'Ada Signer', email: 'ada@fabrikam.example' };
const bob = { name: 'Bob Signer', email: 'bob@fabrikam.example' };
const done = await app.completed({ signers: [ada, bob] });
await app.atRest(done.id);
const draft = await app.draft({ title: 'Still a draft' });
const stranger = await app.otherTenant();
const theirs = await app.completed({ by: stranger.key, signers: [{ name: 'Zoe', email: 'zoe@contoso.example' }] });

const json = (folder: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const linesOf = (folder: string, file: string): Buffer[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line));

async function downloaded(by: typeof app.owner, scope: 'own' | 'organization') {
  const { id } = await readyExport(by, scope);
  const answer = await by.get(`/api/legal/exports/${id}/download`);
  expect(answer.status).toBe(200);
  return { ...unpack(answer.bytes), text: answer.bytes.toString('latin1'), id };
}

/** Checks every JSON file against its schema in the same ZIP file. */
function expectDescribed(scope: 'own' | 'organization', folder: string, files: readonly string[]): void {
  const patterns = Object.entries(EXPORT_SCHEMAS[scope]).flatMap(([name, { paths }]) =>
    paths.split(', ').map((glob) => ({ name, glob })),
  );
  const described = files.filter((file) => /\.jsonl?$/.test(file) && !file.startsWith('schema/'));
  expect(described.length).toBeGreaterThan(3);
  const ajv = new Ajv2020({ allErrors: true, validateFormats: false });
  for (const file of described) {
    const kind = patterns.find(({ glob }) => path.matchesGlob(file, glob));
    expect(kind, `${file} has a schema`).toBeDefined();
    const name = `schema/${kind?.name}.schema.json`;
    const validate = ajv.getSchema(name) ?? ajv.compile({ ...json(folder, name), $id: name });
    const values = file.endsWith('l')
      ? linesOf(folder, file).map((line) => JSON.parse(line.toString()))
      : [json(folder, file)];
    for (const value of values) expect(validate(value), `${file}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
}

describe('organization export for its owner', () => {
  test('contains schema-conformant files, verifiable PDFs and complete audit trails, but no data of other organizations', async () => {
    await makeTemplate(await templateKey(app));
    await app.owner.post('/api/security/incidents', { title: 'Lost', description: 'A laptop.', severity: 'low' });
    const { folder, files } = await downloaded(app.owner, 'organization');
    expectDescribed('organization', folder, files);
    const own = files.filter((file) => file.startsWith(`documents/${done.id}/`)).map((file) => path.basename(file));
    expect(own).toEqual(['audit.jsonl', 'certificate.pdf', 'document.json', 'document.pdf']);
    for (const file of ['document.pdf', 'certificate.pdf']) {
      const pdf = readFileSync(path.join(folder, 'documents', done.id, file));
      const form = new FormData();
      form.append('file', new Blob([pdf], { type: 'application/pdf' }), file);
      const response = await fetch(`${app.url}/api/verify`, { method: 'POST', body: form });
      const { isValid } = (await response.json()) as { isValid: boolean };
      expect([file, isValid]).toEqual([file, true]);
    }
    const { tenantId } = app.tenant;
    for (const [stream, chain] of [
      [done.id, `documents/${done.id}/audit.jsonl`],
      [draft.id, `documents/${draft.id}/audit.jsonl`],
      [tenantId, 'audit/organization-00001.jsonl'],
    ] as const) {
      const verifier = new StreamVerifier({ tenant: tenantId, stream });
      for (const line of linesOf(folder, chain)) expect(verifier.take(line)).toBe(true);
      expect(verifier.end().valid, chain).toBe(true);
    }
    const told = json(folder, `documents/${done.id}/document.json`);
    expect(told['recipients']).toMatchObject([ada, bob]);
    expect(json(folder, 'export.json')).toMatchObject({
      scope: 'organization',
      documents: 2,
      erased_during_export: [],
    });
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain('documents/*/document.json');
    const everything = files.map((file) => readFileSync(path.join(folder, file), 'latin1')).join('\n');
    for (const other of [theirs.id, stranger.tenantId, 'zoe@contoso.example', 'Contoso Research'])
      expect(everything).not.toContain(other);
  });

  test('keeps the audit trail of a deleted document, and reports a damaged document', async () => {
    const gone = await app.draft({ title: 'Erased soon' });
    const broken = await app.draft({ title: 'Broken' });
    await app.key.send('DELETE', `/api/documents/${gone.id}`);
    app.clock.advance({ days: 31 });
    await app.cron.post('/api/cron/data-retention');
    app.tolerate(/a stored file is damaged/);
    const stored = storedFiles(app);
    await stored.write(await stored.keyOf(broken.id), Buffer.from('not what it was'));
    const { folder, files } = await downloaded(await app.session(), 'organization');
    expectDescribed('organization', folder, files);
    expect(files.filter((file) => file.includes(gone.id)).map((file) => path.basename(file))).toEqual([
      'audit.jsonl',
      'erased.json',
    ]);
    expect(json(folder, `documents/${broken.id}/document.pdf.missing.json`)).toEqual({
      path: `documents/${broken.id}/document.pdf`,
      reason: 'damaged',
    });
  });

  test('e-mails the requester a link to the download page, not the data', async () => {
    const mail = await app.mail(OWNER.email, 'export-ready');
    expect(mail.text).toContain('/settings/data');
    expect(mail.text).not.toContain('/api/');
  });
});

describe('personal export', () => {
  test("contains the person's account, documents and consents, but no data about other people outside those documents", async () => {
    const person = await join(app);
    const own = await app.sent({ by: person.caller, signers: [bob] });
    const asked = await app.completed({ signers: [{ name: person.name, email: person.email }, ada] });
    await app.atRest(asked.id);
    const { folder, files } = await downloaded(person.caller, 'own');
    expectDescribed('own', folder, files);
    expect(json(folder, 'account.json')).toMatchObject({ email: person.email, memberships: [{ role: 'member' }] });
    expect(json(folder, `documents/${own.id}/document.json`)).toMatchObject({ recipients: [], other_recipients: 1 });
    expect(json(folder, `documents/${asked.id}/document.json`)).toMatchObject({
      recipients: [{ email: person.email, status: 'signed' }],
      other_recipients: 1,
    });
    const acts = linesOf(folder, `documents/${asked.id}/my-actions.jsonl`).map((line) => JSON.parse(line.toString()));
    const signed = acts.find(({ action }) => action === 'document.signed');
    expect(signed).toMatchObject({ consent: { language: 'en', text: expect.stringContaining('I agree to sign') } });
    expect(signed.personal).toMatchObject({ address: expect.any(String) });
    expect(files).not.toContainEqual(expect.stringMatching(/certificate\.pdf|audit\.jsonl|members\.json/));
    const text = files
      .filter((file) => !file.endsWith('.pdf'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'));
    for (const other of [ada.email, bob.email, ada.name, done.id]) expect(text.join('\n')).not.toContain(other);
  });

  test('returns the running export if the export is requested again', async () => {
    const { userId, tenantId } = app.tenant;
    const owner = await app.session();
    const [{ id } = { id: '' }] = await app.sql<{ id: string }>(
      `insert into exports (tenant_id, id, scope, requested_by, is_bound, created_at) values ($1, 'exp_' || repeat('0', 26), 'own', $2, false, now()) returning id`,
      [tenantId, userId],
    );
    const [one, two] = await Promise.all([owner.post<'exportData'>(url, {}), owner.post<'exportData'>(url, {})]);
    expect([one.body.exportId, two.body.exportId]).toEqual([id, id]);
    await app.sql('delete from exports where id = $1', [id]);
    const [first, second] = await Promise.all([owner.post<'exportData'>(url, {}), owner.post<'exportData'>(url, {})]);
    expect(first.body.exportId).toBe(second.body.exportId);
    expect((await waitFor(owner, first.body.exportId)).status).toBe('ready');
  });
});

test('uses the result of only one of two workers that create the same export, and includes no data twice', async () => {
  const { userId, tenantId } = app.tenant;
  const owner = await app.session();
  const exportId = `exp_${'1'.repeat(26)}` as const;
  await app.sql(
    `insert into exports (tenant_id, id, scope, requested_by, is_bound, created_at) values ($1, $2, 'organization', $3, false, now())`,
    [tenantId, exportId, userId],
  );
  const handler = buildExportHandler(app.services);
  let done = 0;
  const job = { tenantId, payload: { exportId }, done: () => void (done += 1) };
  await Promise.all([1, 2, 3].map(() => handler.run(job as never)));
  expect(done, 'the number of completed exports').toBe(3);
  expect((await waitFor(owner, exportId as never)).status).toBe('ready');
  expect(await app.sql('select n from export_parts where export_id = $1', [exportId])).toEqual([{ n: 0 }]);
  const { files } = unpack((await owner.get(`/api/legal/exports/${exportId}/download`)).bytes);
  expect(new Set(files).size).toBe(files.length);
  const { text } = await owner.get('/api/audit?action=export.finished&pageSize=1');
  expect(text).toContain(exportId);
  const told = await app.sql(
    `select from audit_entries where strpos(convert_from(bytes, 'UTF8'), 'export.finished') > 0 and strpos(convert_from(bytes, 'UTF8'), $1) > 0`,
    [exportId],
  );
  expect(told).toHaveLength(1);
});

test('returns 403 for the organization export to everyone except an owner', async () => {
  const admin = await app.member('admin');
  expectError(await admin.caller.post(url, { scope: 'organization' }), 'FORBIDDEN', { scope: 'organization' });
});

test('returns 403 to a session without a recent step-up', async () => {
  const owner = await app.session();
  app.clock.advance({ minutes: 11 });
  expectError(await owner.post(url, {}), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
});

test('rejects an unknown export scope with 422', async () => {
  expectInvalid(await (await app.session()).post(url, { scope: 'everybody' }), 'scope');
});

sessionOnly(app, { method: 'POST', path: url, body: {} });
