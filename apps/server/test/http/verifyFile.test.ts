import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileVerification } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { foreignFile } from '../../../../packages/pades/test/documents.ts';
import { container, makeAuthority, makeSigner } from '../../../../packages/pades/test/kit.ts';
import { run } from '../../../../packages/cli/src/run.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, MULTIPART_END, multipart, partHead, pdfUpload } from '../support/multipart.ts';
import { makePdf, makePdfOfSize } from '../support/pdf.ts';
import { sendStream } from '../support/raw-request.ts';
import { rate, refusesOtherMethods } from '../support/refusals.ts';
import { sandbox } from '../support/sandbox.ts';
import { storedFiles } from '../support/stored-files.ts';
import { appendUpdate, contentsOf, storedFile } from '../support/tampering.ts';
import { until } from '../support/until.ts';

const LIMIT = 50 * 1024 * 1024;
const app = await startTestApp({ addressLimit: 500 });
const files = storedFiles(app);
const PATH = '/api/verify';

const send = (body: Uint8Array, address = PATH): Promise<Answer<FileVerification>> =>
  app.anyone.send<'verifyFile'>('POST', address, { headers: MULTIPART, body });
async function verify(file: Uint8Array, address = PATH): Promise<FileVerification> {
  const answer = await send(pdfUpload(file), address);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
type Left = { counts: object; files: string[] };
/** Returns the number of rows in the tables that an upload could change, and all files, with and without rows. */
async function left(): Promise<Left> {
  const [counts = {}] = await app.sql(
    'select (select count(*) from blobs) as blobs, (select count(*) from audit_entries) as entries, (select count(*) from outbox) as events, (select count(*) from jobs) as jobs',
  );
  return { counts, files: await files.all() };
}
async function leavesNothing(before: Left): Promise<void> {
  expect(await files.addedTo(before.files)).toEqual([]);
  expect((await left()).counts).toEqual(before.counts);
}

const done = await app.completed({ signers: [app.person(), app.person()], pages: 2 });
await app.atRest(done.id);
let file: Buffer;
beforeAll(async () => {
  file = await storedFile(app, done.id);
});

describe('200', () => {
  test('describes every signature and the history of a Countersign document in words, and returns no data from outside the file', async () => {
    const [before, now] = [await left(), app.clock.now().toISOString()];
    const body = await verify(file);
    expect(body).toMatchObject({
      isValid: true,
      verdict: 'All 2 signatures are valid. The document has not been changed since.',
      reasons: [],
      file: {
        name: 'contract.pdf',
        sizeBytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
      certification: 2,
      verifiedAt: now,
    });
    expect(body.signatures.map(({ kind, isValid, level, revision }) => ({ kind, isValid, level, revision }))).toEqual([
      { kind: 'certification', isValid: true, level: expect.any(String), revision: 2 },
      { kind: 'signer', isValid: true, level: 'B-LTA', revision: 3 },
      { kind: 'signer', isValid: true, level: 'B-LTA', revision: 4 },
      { kind: 'archive-timestamp', isValid: true, level: null, revision: expect.any(Number) },
    ]);
    expect(body.signatures[1]).toMatchObject({
      signerEmail: done.signers[0]?.email,
      signerName: done.signers[0]?.name,
      isTimeProved: true,
      timestamp: { isValid: true },
      trustedBy: null,
    });
    expect(body.revisions.map(({ number, kind }) => `${number} ${kind}`).slice(0, 4)).toEqual([
      '1 original',
      '2 certification',
      '3 signature',
      '4 signature',
    ]);
    expect(body.revisions[0]).toMatchObject({ sizeBytes: makePdf({ pages: 2 }).length, changes: [] });
    expect(body.revisions[3]?.changes.join()).toContain(
      `a signature in the name of "${done.signers[1]?.name}" was added`,
    );
    expect(body.revisions[2]?.changes.join()).not.toContain(done.signers[1]?.name);
    // The file is not stored, and the response contains only the file's own data.
    await leavesNothing(before);
    expect(JSON.stringify(body)).not.toMatch(/(doc|ten|sgn|usr)_/);
  });

  test("returns the same verdict as the sender's verification, and lists no seal or time-stamp as a signature", async () => {
    const sender = (await app.key.get<'verifyDocument'>(`/api/documents/${done.id}/verify`)).body;
    const here = await verify(file);
    expect({ verdict: here.verdict, summary: here.summary }).toEqual({
      verdict: sender.verdict,
      summary: sender.summary,
    });
    expect(here.summary).toEqual({
      outcome: 'unchanged',
      signatures: { valid: 2, unconfirmed: 0, invalid: 0 },
      seals: { valid: 1, unconfirmed: 0, invalid: 0 },
      timestamps: { valid: 1, unconfirmed: 0, invalid: 0 },
      excused: 0,
      excusedTimestamps: 0,
      sealedBy: OWNER.organization,
    });
  });

  test("reports a document in progress as sealed and unsigned, both for the uploaded file and in the sender's verification", async () => {
    const { id } = await app.sent();
    const sender = (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
    expect(sender.verdict).toBe(`This document is sealed by ${OWNER.organization}. Nobody has signed it yet.`);
    expect((await verify(await storedFile(app, id))).verdict).toBe(sender.verdict);
  });

  test('identifies a certificate of completion and names the organization that sealed it', async () => {
    const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${done.id}/download?type=audit`);
    const report = await verify((await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes);
    expect(report).toMatchObject({
      isValid: true,
      verdict: `This is a certificate of completion, sealed by ${OWNER.organization}. It has not been changed since.`,
      summary: { outcome: 'completion-certificate', signatures: { valid: 0 } },
    });
  });

  test('returns the same result for a file after the server has deleted the document', async () => {
    const { id } = await app.completed();
    await app.atRest(id);
    const own = await storedFile(app, id);
    const before = await verify(own);
    await app.sql('update documents set deleted_at = now() where id = $1', [id]);
    expect(await verify(own)).toEqual(before);
  });

  test('does not confirm a file from another service if no trust anchor covers its signer', async () => {
    const authority = await makeAuthority('Stranger', app.clock.now());
    const signer = await makeSigner(authority, 'eve@stranger.example', 'p256', { options: {}, now: app.clock.now() });
    const foreign = await foreignFile('ETSI.CAdES.detached', (digest) => container(signer, digest('sha256'), null));
    const body = await verify(foreign);
    expect(body).toMatchObject({
      isValid: false,
      verdict: expect.stringContaining('could not be confirmed'),
      signatures: [{ kind: 'foreign', isValid: false, indication: 'INDETERMINATE' }],
    });
  });

  test('reports that a file has no signatures', async () => {
    expect(await verify(makePdf())).toMatchObject({
      isValid: false,
      verdict: 'This document has no signatures.',
      signatures: [],
      revisions: [{ number: 1, kind: 'original', changes: [] }],
    });
  });

  test.each([
    ['a truncated PDF', makePdf().subarray(0, 200), /cannot be read/],
    [
      'an encrypted PDF',
      Buffer.from(makePdf().toString('latin1').replace('/Root', '/Encrypt<</V 1>>/Root'), 'latin1'),
      /encrypted/,
    ],
  ])('reports that a file has no readable signature, and gives the reason: %s', async (_, unreadable, reason) => {
    const body = await verify(unreadable);
    expect(body).toMatchObject({
      isValid: false,
      verdict: 'No signature could be read from this file.',
      signatures: [],
      reasons: [expect.stringMatching(reason)],
      reasonFacts: [{ code: 'file-structure', message: expect.stringMatching(reason), change: null }],
    });
  });

  test('detects one changed bit of the signed bytes', async () => {
    const altered = Buffer.from(file);
    const at = contentsOf(file)[0]?.from ?? 0;
    altered[at - 200] = (altered[at - 200] ?? 0) ^ 1;
    const body = await verify(altered);
    expect(body.isValid).toBe(false);
    expect(body.verdict).not.toMatch(/^(All|The signature is valid)/);
    expect(body.reasons.join(' ')).toMatch(/\S/);
  });

  test('reports that a page was rewritten after the signatures, and names the revision', async () => {
    const { id } = await app.completed();
    const content = 'BT /F1 14 Tf 72 760 Td (I owe you 1,000,000) Tj ET';
    await appendUpdate(app, id, 5, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
    const body = await verify(await storedFile(app, id));
    expect(body.isValid).toBe(false);
    expect(body.revisions.at(-1)).toMatchObject({
      kind: 'update',
      changes: [expect.stringMatching(/page 1 changed/)],
    });
  });

  test('reports that the operator revoked a certificate after sealing, and still reports the file as valid', async () => {
    const { id, signers } = await app.completed();
    const own = await storedFile(app, id);
    app.clock.advance({ days: 3 });
    expect((await verify(own)).isValid).toBe(true);
    const answer = await app.service.post(
      `/api/documents/${id}/signers/${signers[0]?.id}/revoke-certificate`,
      { reason: 'key_compromise', revokedAt: 'issuance', note: 'The mailbox was taken over' },
      { headers: { 'x-organization-id': app.tenant.organizationId } },
    );
    expect(answer.status, answer.text).toBe(200);
    expect(await verify(own)).toMatchObject({
      isValid: true,
      signatures: expect.arrayContaining([expect.objectContaining({ isValid: true, revocation: 'revoked' })]),
    });
  });

  test('accepts sandbox signatures in the sandbox, but rejects them in the live environment', async () => {
    const test_ = await sandbox(app);
    const { id } = await test_.sent();
    const { body } = await test_.key.get<'downloadDocument'>(`/sandbox/api/documents/${id}/download?type=current`);
    const own = (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
    expect((await verify(own, `/sandbox${PATH}`)).isValid).toBe(true);
    expect(await verify(own)).toMatchObject({ isValid: false });
  });

  test.each([
    ['etsi', 'application/xml', 'contract-validation-report.xml'],
    ['json', 'application/json', 'contract-validation-report.json'],
  ])('returns a downloadable validation report (%s) whose indications match the verdict', async (kind, type, name) => {
    const [verdict, before] = [await verify(file), await left()];
    const { status, headers, text } = await send(pdfUpload(file), `${PATH}?report=${kind}`);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`);
    const indications = [...text.matchAll(/mainindication:total-(\w+)|"indication": "TOTAL-(\w+)"/g)];
    const people = verdict.signatures.filter(({ kind: one }) => one !== 'archive-timestamp');
    const stamps = kind === 'json' ? verdict.signatures.filter(({ timestamp }) => timestamp !== null).length : 0;
    expect(indications).toHaveLength(people.length + stamps);
    expect(indications.every(([, xml, json]) => xml === 'passed' || json === 'PASSED')).toBe(true);
    expect(text).toContain(verdict.verifiedAt);
    for (const { certificate } of people) expect(text).toContain(certificate?.subject.match(/CN=([^,]+)/)?.[1]);
    await leavesNothing(before);
  });

  test('returns the same validation report as the command line for the same trust anchors and time', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'countersign-report-'));
    const at = (name: string): string => path.join(folder, name);
    const altered = Buffer.from(file);
    altered[altered.indexOf('/MediaBox') + 11] = 0x37;
    await writeFile(at('root.pem'), (await app.anyone.get('/pki/live/root.pem')).bytes);
    const report = async (kind: string): Promise<string> => {
      let out = '';
      const now = (): Date => app.clock.now();
      const args = [
        'verify',
        at('contract.pdf'),
        '--trust',
        at('root.pem'),
        '--at',
        now().toISOString(),
        '--report',
        kind,
      ];
      await run(args, { out: (text) => void (out += text), error: () => {}, colours: false, now, env: {} });
      return out;
    };
    // The server also has revocation lists that the file does not contain.
    const said = (text: string): object => ({ ...(JSON.parse(text) as object), revocationData: [] });
    const indications = (text: string) => text.match(/(?:mainindication|subindication):[\w-]+/g);
    for (const bytes of [file, altered, makePdf()]) {
      await writeFile(at('contract.pdf'), bytes);
      const [xml, json] = [await report('etsi'), await report('json')];
      expect(said(json)).toEqual(said((await send(pdfUpload(bytes), `${PATH}?report=json`)).text));
      expect(indications(xml)).toEqual(indications((await send(pdfUpload(bytes), `${PATH}?report=etsi`)).text));
    }
    await rm(folder, { recursive: true });
  });

  test('returns a validation report even for an unsigned file', async () => {
    const { status, text } = await send(pdfUpload(makePdf()), `${PATH}?report=etsi`);
    expect(status).toBe(200);
    expect(text).toContain('urn:etsi:019102:subindication:FORMAT_FAILURE');
  });

  test('accepts only known kinds of validation reports', async () => {
    expectInvalid(await send(pdfUpload(file), `${PATH}?report=pdf`), 'report');
  });

  test('accepts no Idempotency-Key and verifies each uploaded file again', async () => {
    const options = { headers: { ...MULTIPART, 'idempotency-key': 'same' } };
    const one = await app.anyone.send('POST', PATH, { ...options, body: pdfUpload(file) });
    const two = await app.anyone.send('POST', PATH, { ...options, body: pdfUpload(makePdf()) });
    expect([one.body, two.body]).toMatchObject([{ isValid: true }, { isValid: false, signatures: [] }]);
  });

  test('ignores credentials sent with the file', async () => {
    const answer = await app.anyone.with({ bearer: 'nonsense' }).send('POST', PATH, {
      headers: MULTIPART,
      body: pdfUpload(makePdf()),
    });
    expect(answer.status).toBe(200);
  });
});

describe('403', () => {
  test('rejects a request from another site', async () => {
    const headers = { ...MULTIPART, origin: 'https://evil.example' };
    expectError(await app.anyone.send('POST', PATH, { headers, body: pdfUpload(makePdf()) }), 'CROSS_SITE_REQUEST');
  });
});

refusesOtherMethods(app, PATH, ['POST']);

describe('413', () => {
  test('rejects a file of 50 MB plus one byte', async () => {
    const before = await left();
    const answer = await sendStream(
      `${app.url}${PATH}`,
      { method: 'POST', headers: { ...MULTIPART } },
      (function* () {
        yield Buffer.from(partHead({ name: 'file', filename: 'large.pdf' }));
        yield* makePdfOfSize(LIMIT + 1);
        yield Buffer.from(`\r\n${MULTIPART_END}`);
      })(),
    );
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ error: 'FILE_TOO_LARGE' });
    await until('the file to be gone', async () => (await files.addedTo(before.files)).length === 0);
    await leavesNothing(before);
  });
});

describe('415', () => {
  test('rejects a body that is not a multipart form', async () => {
    const answer = await app.anyone.send('POST', PATH, { body: '{}', headers: { 'content-type': 'application/json' } });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('422', () => {
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'empty_file'],
    ['a text file', Buffer.from('This is no PDF.'), 'not_a_pdf'],
  ])('rejects a file that is not a readable PDF: %s', async (_, content, reason) => {
    const before = await left();
    expectInvalid(await send(pdfUpload(content)), 'file', reason);
    await leavesNothing(before);
  });

  test.each([
    ['a missing file', [], 'file'],
    ['two files', [0, 1].map(() => ({ name: 'file', filename: 'a.pdf', content: makePdf() })), 'file'],
    [
      'an unknown part in addition to the file',
      [
        { name: 'title', content: 'x' },
        { name: 'file', filename: 'a.pdf', content: makePdf() },
      ],
      'title',
    ],
  ])('rejects an invalid form: %s', async (_, parts, field) => {
    expectInvalid(await send(multipart(parts)), field);
  });
});

describe('429', () => {
  test('limits verifications per IP address in a separate bucket, and does not count them against other requests from that address', async () => {
    app.clock.advance({ hours: 1, seconds: 1 });
    const first = await send(pdfUpload(makePdf()));
    expect(rate(first)).toMatchObject({ limit: 500, remaining: 499 });
    // Rejected bodies also count toward the limit, but use no worker.
    for (let i = 0; i < 499; i += 1) await send(pdfUpload(Buffer.from('no PDF')));
    const refused = await send(pdfUpload(makePdf()));
    expectError(refused, 'RATE_LIMIT_EXCEEDED', { limit: 500, retryAfterSeconds: expect.any(Number) });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(rate(await app.anyone.get('/api/health')).remaining).toBe(500);
    app.clock.advance({ hours: 1, seconds: 1 });
    expect((await send(pdfUpload(makePdf()))).status).toBe(200);
  });

  test('accepts three concurrent uploads, rejects a fourth while the three are in progress, and accepts it after they finish', async () => {
    const before = await files.all();
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const slow = Array.from({ length: 3 }, () =>
      fetch(`${app.url}${PATH}`, {
        method: 'POST',
        headers: MULTIPART,
        duplex: 'half',
        body: new ReadableStream({
          async start(controller) {
            const whole = pdfUpload(makePdf());
            controller.enqueue(whole.subarray(0, 400));
            await held;
            controller.enqueue(whole.subarray(400));
            controller.close();
          },
        }),
      }),
    );
    await until('three uploads in progress', async () => (await files.addedTo(before)).length === 3);
    const refused = await send(pdfUpload(makePdf()));
    expectError(refused, 'RATE_LIMIT_EXCEEDED', { atOnce: 3, retryAfterSeconds: 10 });
    expect(refused.headers.get('retry-after')).toBe('10');
    finish();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(pdfUpload(makePdf()))).status).toBe(200);
  });
});
