/** Tests the certificate of completion with other vendors' programs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyStream } from '@countersign/audit-log';
import { verifyDocument } from '@countersign/pades';
import { afterAll, describe, expect, test } from 'vitest';
import { type OutsideTool, outsideTool } from '../../../../scripts/outside-tools.ts';
import { makeCertificateJob } from '../../src/features/completion-certificate/certificate-job.ts';
import { continuation } from '../../src/platform/jobs/continuation.ts';
import { starts } from '../../src/platform/jobs/starts.ts';
import { logoUpload } from '../support/logo.ts';
import { OWNER, startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { signatureTimestamp, verifyCades, verifyTimestamp } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const app = await startTestApp({ publicUrl: 'https://sign.example.org' });
// External tools evaluate certificates and time-stamps at the machine's time.
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
// This server has no public address. If it had one, validators would try to contact it and get no response.
const bare = await startTestApp();
bare.clock.advance({ ms: Date.now() - bare.clock.now().getTime() });
const signers = [
  { email: 'anna@example.org', name: 'Anna Świątek' },
  { email: 'taro@example.org', name: '山田 太郎' },
  { email: 'sara@example.org', name: 'שרה כהן' },
];
const done = await app.completed({ signers });
const certificate = await save(app, done.id, 'audit', 'certificate.pdf');

async function save(at: TestApp, id: string, type: string, name: string): Promise<string> {
  const { body } = await at.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  const file = path.join(folder, name);
  const { bytes } = await at.anyone.get(new URL(body.downloadUrl).pathname);
  writeFileSync(file, bytes);
  return file;
}

const run = (tool: OutsideTool, ...args: string[]): string =>
  execFileSync(outsideTool(tool), args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
const textOf = (file: string): string =>
  run('pdftotext', '-layout', file, '-').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

describe('the certificate of completion as a file', () => {
  test('creates a valid PDF with embedded fonts and a structure for screen readers', () => {
    run('qpdf', '--check', certificate);
    const attached = run('qpdf', '--list-attachments', certificate).trim().split('\n');
    const names = attached.map((line) => line.split(' ')[0]);
    expect(names).toEqual(['audit-keys.txt', 'audit-proof.txt', 'certificate-statement.json']);
    const fonts = run('pdffonts', certificate).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/Identity-H\s+yes yes yes/);
    const info = run('pdfinfo', certificate);
    expect(info).toMatch(/Title:\s+Certificate of completion – contract\.pdf/);
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Page size:.*A4|Page size:.*letter/);
    const structure = run('pdfinfo', '-struct-text', certificate);
    expect(structure.indexOf('Certificate of completion')).toBeLessThan(structure.indexOf('Anna Świątek'));
    for (const type of ['H1', 'H2', 'Table', 'TH', 'TD', 'Figure']) expect(structure).toContain(type);
  });

  test('protects the certificate of completion against any change and adds an archive time-stamp', async () => {
    const { id } = await bare.completed();
    const bytes = readFileSync(await save(bare, id, 'audit', 'bare.pdf'));
    const root = (await bare.anyone.get('/pki/live/root.pem')).text;
    const [certified] = await judgeByPdfsig(bytes, root);
    expect(certified).toMatchObject({
      commonName: OWNER.organization,
      signature: 'Signature is Valid.',
      certificate: 'Certificate is Trusted.',
    });
    const [cades, stamp] = embeddedSignatures(bytes);
    if (cades === undefined || stamp === undefined) throw new Error('A signature is missing.');
    await verifyCades(cades, root);
    const { value, token } = await signatureTimestamp(cades.der);
    await verifyTimestamp(token, value, root);
    await verifyTimestamp(stamp.der, stamp.content, root);
    const anchors = [bare.services.authority.anchor('live').der];
    const report = await verifyDocument(bytes, { anchors, now: bare.clock.now().toISOString() });
    expect(report.reasons).toEqual([]);
    expect(report.isValid).toBe(true);
    expect(report.signatures[0]).toMatchObject({ kind: 'certification', level: 'B-LTA' });
    expect(report.signatures[1]).toMatchObject({ kind: 'archive-timestamp', isValid: true });
    expect(report.certification).toBe(1);
  });

  test('reports the certificate of completion as invalid if one byte is changed', async () => {
    const bytes = readFileSync(certificate);
    const changed = Buffer.from(bytes);
    changed[changed.indexOf('/MediaBox') + 12] = '1'.charCodeAt(0);
    const anchors = [app.services.authority.anchor('live').der];
    const now = app.clock.now().toISOString();
    expect((await verifyDocument(changed, { anchors, now })).isValid).toBe(false);
  });
});

describe('the content of the certificate of completion', () => {
  const text = textOf(certificate);

  test("prints each person's name in its original script, with the facts about their signature", async () => {
    const rows = await app.sql<{ serial: string }>('select serial from certificates where document_id = $1', [done.id]);
    const flat = text.replaceAll(/\s+/g, '');
    for (const { name, email } of signers) {
      expect(text).toContain(name);
      expect(text).toContain(email);
    }
    expect(rows).toHaveLength(3);
    for (const { serial } of rows) expect(flat).toContain(serial);
    expect(text).toContain('Signing link delivered to the built-in mailbox');
    expect(text).toContain('127.0.0.1');
    expect(text).toContain(app.clock.now().toISOString().slice(0, 19).replace('T', ' '));
  });

  test('lists the hash of the uploaded file and of every revision', async () => {
    // Hashes are printed in two halves in a separate column.
    const halves = new Set(text.match(/\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b/g));
    const rows = await app.sql<{ sha256: string }>(
      'select sha256 from revisions where document_id = $1 union all select sha256 from documents where id = $1',
      [done.id],
    );
    expect(rows).toHaveLength(6);
    for (const { sha256 } of rows) {
      expect(halves).toContain(sha256.slice(0, 32));
      expect(halves).toContain(sha256.slice(32));
    }
  });

  test('states the hash and the number of the last audit trail entry that the certificate covers', async () => {
    const [row] = await app.sql<{ audit_n: number; hash: string }>(
      `select c.audit_n, e.hash from completion_certificates c
       join audit_entries e on e.stream = c.document_id and e.n = c.audit_n where c.document_id = $1`,
      [done.id],
    );
    expect(text).toContain(row?.hash);
    expect(text).toMatch(new RegExp(`Entries of the audit trail\\s+${(row?.audit_n ?? 0) + 1}\\b`));
  });

  test('states where readers can verify the certificate', () => {
    expect(text).toContain('https://sign.example.org/verify');
  });
});

test('omits the address of the service if no public address is configured', async () => {
  const { id } = await bare.completed();
  const text = textOf(await save(bare, id, 'audit', 'plain.pdf'));
  expect(text).toContain('Certificate of completion');
  expect(text).not.toMatch(/https?:|localhost|\/verify/);
});

test('bundles the signed file, the certificate, and the audit trail that the certificate covers', async () => {
  const zip = await save(app, done.id, 'bundle', 'all.zip');
  run('unzip', '-tq', zip);
  run('unzip', '-q', zip, '-d', path.join(folder, 'all'));
  const read = (name: string): Buffer => readFileSync(path.join(folder, 'all', name));
  expect(read('contract-certificate.pdf')).toEqual(readFileSync(certificate));
  expect(read('contract-signed.pdf')).toEqual(readFileSync(await save(app, done.id, 'signed', 'signed.pdf')));
  const entries = read('audit/entries.jsonl').toString().trimEnd().split('\n');
  const head = /Head of the audit trail\s+([0-9a-f]{64})/.exec(textOf(certificate))?.[1] ?? '';
  const [tenant] = await app.sql<{ tenant_id: string }>('select tenant_id from documents where id = $1', [done.id]);
  const checked = verifyStream(
    entries.map((line) => Buffer.from(line)),
    { tenant: tenant?.tenant_id ?? '', stream: done.id, head },
  );
  expect(checked).toMatchObject({ valid: true });
});

test("creates the certificate of completion in the sender's language", async () => {
  await bare.sql('update users set locale = $2 where id = $1', [bare.tenant.userId, 'de-AT']);
  const { id } = await bare.completed();
  const text = textOf(await save(bare, id, 'audit', 'deutsch.pdf'));
  expect(text).toContain('Abschlusszertifikat');
  expect(text).toContain('Signaturlink im eingebauten Postfach zugestellt');
});

test('creates and stores the certificate of completion on the first request', async () => {
  const { id } = await bare.completed();
  await bare.atRest(id);
  const kept = () => bare.sql('select 1 from completion_certificates where document_id = $1', [id]);
  expect(await kept()).toEqual([]);
  await save(bare, id, 'audit', 'wanted.pdf');
  expect(await kept()).toHaveLength(1);
});

test('creates the same certificate of completion years later, except for its time of creation', async () => {
  const at = await startTestApp();
  const of = { 'x-organization-id': at.tenant.organizationId };
  const { body, headers } = logoUpload();
  await at.service.send('PUT', '/api/organization/logo', { body, headers: { ...headers, ...of } });
  await at.sql('update users set locale = $2 where id = $1', [at.tenant.userId, 'de-AT']);
  const { id } = await at.completed();
  await at.atRest(id);
  const soon = await save(at, id, 'audit', 'soon.pdf');
  await at.sql('delete from completion_certificates where document_id = $1', [id]);
  // All of this happens after the completion and must not be part of the certificate.
  await at.key.get(`/api/documents/${id}/download?type=signed`);
  await at.sql('update users set locale = $2, name = $3 where id = $1', [at.tenant.userId, 'ja', 'Somebody Else']);
  await at.service.send('DELETE', '/api/organization/logo', { headers: of });
  at.clock.advance({ days: 700 });
  const late = await save(at, id, 'audit', 'late.pdf');
  const [first, second] = [textOf(soon), textOf(late)].map((text) => text.split('\n'));
  expect(second).toHaveLength(first?.length ?? 0);
  const other = second?.filter((line, index) => line !== first?.[index]) ?? [];
  expect(other, other.join('\n')).toHaveLength(1);
  expect(other[0]).toMatch(/Zertifikat erstellt\s+2028-/);
  // The first page with the logo is drawn identically, down to the last pixel.
  const [before, after] = [soon, late].map((file) => {
    run('pdftoppm', '-r', '60', '-png', '-singlefile', file, file);
    return readFileSync(`${file}.png`);
  });
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
});

test('creates one certificate of completion and one audit entry if the job runs twice', async () => {
  const { tenantId } = app.tenant;
  const before = readFileSync(certificate);
  await app.services.uow.run(tenantId, async (tx) => {
    const again = continuation(
      'The test asks for it again',
      starts(makeCertificateJob, () => [{ payload: { documentId: done.id } }]),
    );
    app.services.recorder.start(tx, tenantId, again, undefined);
  });
  await until('the job to be done', async () => {
    const [row] = await app.sql<{ count: number }>(
      `select count(*)::int as count from jobs where kind = 'make-certificate'`,
    );
    return row?.count === 0;
  });
  expect(readFileSync(await save(app, done.id, 'audit', 'again.pdf'))).toEqual(before);
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${done.id}/audit`);
  expect(body.entries.filter(({ action }) => action === 'document.certificate-made')).toHaveLength(1);
});
