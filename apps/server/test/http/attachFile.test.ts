import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import {
  attach,
  fileUpload,
  guardedAttachment,
  PASSPORT,
  pathOf,
  sentWithAttachment,
  type WithAttachment,
} from '../support/attachments.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, multipart } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import { storedFile } from '../support/tampering.ts';
import { until } from '../support/until.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const files = storedFiles(app);
const LIMIT = 10 * 1024 * 1024;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const send = ({ caller, path }: Pick<WithAttachment, 'caller' | 'path'>, content: Uint8Array, filename = 'a.pdf') =>
  caller.send('POST', path, { headers: MULTIPART, body: fileUpload({ filename, content }) });
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();
const entriesOf = async (id: string) =>
  (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries;

describe('201', () => {
  test.each([
    ['a PDF', async () => PASSPORT.content, 'application/pdf', 'pdf'],
    ['a PNG', () => picture('png'), 'image/png', 'png'],
    ['a JPEG', () => picture('jpeg'), 'image/jpeg', 'jpg'],
  ])('identifies %s by its content instead of its name, and corrects the name', async (_, make, type, extension) => {
    const sent = await sentWithAttachment(app);
    const content = await make();
    const answer = await send(sent, content, '../../my scan №1.gif');
    expect(answer.status, answer.text).toBe(201);
    const attachment = {
      field_id: sent.fieldId,
      filename: `my scan №1.gif.${extension}`,
      content_type: type,
      size_bytes: content.length,
      sha256: sha256(content),
    };
    expect(answer.body).toEqual({ success: true, attachment });
    const { view } = (await sent.caller.get<'getSigningView'>(`/api/signing/${sent.signerId}`)).body;
    expect(view.attachments).toEqual([attachment]);
  });

  test("adds a signed attachment's name to the document, and its hash to the audit trail and the certificate of completion", async () => {
    const sent = await sentWithAttachment(app);
    expectInvalid(await app.sign(sent.id, { token: sent.token }), 'fields[0].id', 'required');
    await attach(sent);
    const answer = await app.sign(sent.id, { token: sent.token });
    expect(answer.status, answer.text).toBe(200);
    const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
    expect(document.fields[0]).toMatchObject({ kind: 'attachment', value: PASSPORT.filename });
    await app.sealed(sent.id);
    expect((await app.key.get(`/api/documents/${sent.id}/verify`)).body).toMatchObject({ isValid: true });
    const text = await app.services.pdf.pageText({ parts: [{ bytes: await storedFile(app, sent.id) }] }, 1);
    expect(text.lines.map((line) => line.text).join()).not.toContain('undefined');
    const hash = sha256(PASSPORT.content);
    const entries = await entriesOf(sent.id);
    expect(entries.find(({ action }) => action === 'signer.attachment-added')?.context).toMatchObject({ sha256: hash });
    expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({ attachments: hash });
    const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${sent.id}/download?type=audit`))
      .body;
    const certificate = await app.anyone.get(new URL(downloadUrl).pathname);
    const pages = await Promise.all(
      [1, 2].map((page) => app.services.pdf.pageText({ parts: [{ bytes: certificate.bytes }] }, page)),
    );
    const said = pages.flatMap(({ lines }) => lines.map((line) => line.text)).join(' ');
    expect(said).toContain(PASSPORT.filename);
    expect(said.replaceAll(' ', '')).toContain(hash);
  });

  test('replaces an attached file, and deletes the replaced file from the disk in the next sweep', async () => {
    const sent = await sentWithAttachment(app);
    const before = await files.count();
    await attach(sent);
    const other = await picture('png');
    expect((await send(sent, other, 'other.png')).status).toBe(201);
    expect(await files.count()).toBe(before + 2);
    const { view } = (await sent.caller.get<'getSigningView'>(`/api/signing/${sent.signerId}`)).body;
    expect(view.attachments).toMatchObject([{ filename: 'other.png' }]);
    await app.cron.post('/api/cron/data-retention');
    expect(await files.count()).toBe(before + 1);
    await app.sign(sent.id, { token: sent.token });
    expect((await entriesOf(sent.id)).find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      attachments: sha256(other),
    });
  });

  test('hides the attached file from the sender, other signers and the person who receives the forwarded document until the signer has signed', async () => {
    const other = app.person();
    const sent = await sentWithAttachment(app, { more: [other] });
    await attach(sent);
    const { caller, view } = await app.recipient(other.email);
    expect(view.attachments).toEqual([]);
    expect((await caller.get(`/api/signing/${view.signer.id}`)).text).not.toContain('Passport of Ada');
    const listed = await app.key.get(`/api/documents/${sent.id}/attachments`);
    expect(listed.body).toMatchObject({ attachments: [] });
    const friend = app.person();
    const forwarded = await app.anyone.post(`/api/documents/${sent.id}/forward`, { token: sent.token, ...friend });
    expect(forwarded.status, forwarded.text).toBe(200);
    const friends = await app.recipient(friend.email);
    expect(friends.view.attachments).toEqual([]);
    expectInvalid(await app.sign(sent.id, { token: friends.token }), 'fields[0].id', 'required');
    // The recipient's own file replaces the existing file.
    await attach({ caller: friends.caller, path: sent.path });
    expect((await app.sign(sent.id, { token: friends.token })).status).toBe(200);
  });

  test('attaches the file once if the same Idempotency-Key is used again', async () => {
    const sent = await sentWithAttachment(app);
    const options = { headers: { ...MULTIPART, 'idempotency-key': 'once' }, body: fileUpload(PASSPORT) };
    const one = await sent.caller.send('POST', sent.path, options);
    const two = await sent.caller.send('POST', sent.path, options);
    expect(comparableText(two)).toBe(comparableText(one));
    const [rows] = await app.sql<{ count: number }>(
      'select count(*)::int as count from attachments where document_id = $1',
      [sent.id],
    );
    expect(rows?.count).toBe(1);
  });

  test('deletes the attached file together with its document, and deletes the keys of both files', async () => {
    const sent = await sentWithAttachment(app);
    await attach(sent);
    const attached = await app.sql<{ id: string }>('select id from attachments where document_id = $1', [sent.id]);
    const holders = [sent.id, ...attached.map(({ id }) => id)];
    const keys = () => app.sql('select blob_id from blob_keys where holder_id = any ($1)', [holders]);
    expect(await keys()).toHaveLength(2);
    await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'x' });
    await app.atRest(sent.id);
    // Removes files that earlier tests left behind.
    await app.cron.post('/api/cron/data-retention');
    const before = await files.count();
    await app.key.send('DELETE', `/api/documents/${sent.id}`);
    app.clock.advance({ days: 31 });
    await app.cron.post('/api/cron/data-retention');
    expect(await files.count()).toBe(before - 2);
    expect(await app.sql('select 1 from attachments where document_id = $1', [sent.id])).toEqual([]);
    expect(await keys()).toEqual([]);
    app.clock.advance({ days: -31 });
  });

  test('keeps exactly the file that was signed if six more files are uploaded during signing', async () => {
    const sent = await sentWithAttachment(app);
    await attach(sent);
    const files = Array.from({ length: 6 }, (_, index) => makePdf({ text: `Nr ${index}` }));
    const [signed, ...answers] = await Promise.all([
      app.sign(sent.id, { token: sent.token }),
      ...files.map((content) => send(sent, content)),
    ]);
    expect(signed?.status).toBe(200);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const [bound] = await app.sql<{ sha256: string; bound: boolean }>(
      'select sha256, bound_at is not null as bound from attachments where document_id = $1',
      [sent.id],
    );
    const entry = (await entriesOf(sent.id)).find(({ action }) => action === 'document.signed');
    expect(bound).toEqual({ bound: true, sha256: entry?.context['attachments'] });
  });
});

describe('201 while the document is being signed', () => {
  test('repeats the signature with the new file if the file is replaced before the signature is committed', async () => {
    const sent = await sentWithAttachment(app);
    await attach(sent);
    const [id, hash] = [newId('attachment', app.clock.now()), 'f'.repeat(64)];
    // Another transaction holds the document's lock, and the signature waits for it.
    await app.sql('begin');
    await app.sql('select 1 from documents where id = $1 for update', [sent.id]);
    const signing = app.sign(sent.id, { token: sent.token });
    await until('the signature to wait for the lock', async () => {
      const waiting = await app.sql('select 1 from pg_locks where not granted and pid <> pg_backend_pid()');
      return waiting.length > 0;
    });
    await app.sql('update attachments set id = $2, sha256 = $3 where document_id = $1', [sent.id, id, hash]);
    await app.sql('commit');
    expect((await signing).status).toBe(200);
    const entry = (await entriesOf(sent.id)).find(({ action }) => action === 'document.signed');
    expect(entry?.context).toMatchObject({ attachments: hash });
    const rows = await app.sql('select id, bound_at is not null as bound from attachments where document_id = $1', [
      sent.id,
    ]);
    expect(rows).toEqual([{ id, bound: true }]);
  });
});

describe('401', () => {
  test("rejects a missing link, an unknown link and another signer's link", async () => {
    const other = app.person();
    const sent = await sentWithAttachment(app, { more: [other] });
    expectError(await send({ caller: app.anyone, path: sent.path }, PASSPORT.content), 'UNAUTHORIZED');
    const stray = app.anyone.with({ bearer: app.strayLink() });
    expectError(await send({ caller: stray, path: sent.path }, PASSPORT.content), 'INVALID_LINK');
    const { caller } = await app.recipient(other.email);
    expectError(await send({ caller, path: sent.path }, PASSPORT.content), 'INVALID_LINK');
    expectError(await send({ ...sent, path: pathOf('sgn_1', sent.fieldId) }, PASSPORT.content), 'INVALID_LINK');
    expect(await app.sql('select 1 from attachments where document_id = $1', [sent.id])).toEqual([]);
  });
});

describe('403', () => {
  test('rejects an API key', async () => {
    const sent = await sentWithAttachment(app);
    expectError(await send({ ...sent, caller: app.key }, PASSPORT.content), 'FORBIDDEN');
  });

  test('rejects a signer who has not entered the access code', async () => {
    const sent = await sentWithAttachment(app, { signer: { ...app.person(), accessCode: 'blue-7' } });
    const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };
    expectError(await send(sent, PASSPORT.content), 'ACCESS_CODE_REQUIRED', { sender });
  });

  test('rejects a signer who has not passed recipient authentication, and a signer who is locked', async () => {
    const sent = await guardedAttachment(app);
    expect((await send(sent, PASSPORT.content)).body).toMatchObject({ error: 'SIGNER_STEP_REQUIRED' });
    await sent.lock();
    expect((await send(sent, PASSPORT.content)).body).toMatchObject({ error: 'SIGNER_STEP_LOCKED' });
  });
});

describe('405', () => {
  refusesOtherMethods(app, '/api/signing/sgn_1/attachments', ['POST', 'DELETE']);
});

describe('409', () => {
  test('rejects a new file after the previous file was signed', async () => {
    const sent = await sentWithAttachment(app, { more: [app.person()] });
    await attach(sent);
    await app.sign(sent.id, { token: sent.token });
    expectError(await send(sent, PASSPORT.content), 'ALREADY_SIGNED', { documentId: sent.id });
  });
});

describe('410', () => {
  test('rejects a voided document', async () => {
    const sent = await sentWithAttachment(app);
    await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'x' });
    const answer = await send(sent, PASSPORT.content);
    expect(answer.status).toBe(410);
    expect(answer.body).toMatchObject({ error: 'DOCUMENT_VOIDED' });
  });
});

describe('413', () => {
  test('accepts a file of 10 MB and rejects a file that is one byte larger', async () => {
    const sent = await sentWithAttachment(app);
    const before = await files.count();
    const padded = (size: number) => {
      const pdf = PASSPORT.content;
      return Buffer.concat([Buffer.from('%PDF-1.7\n%'.padEnd(size - pdf.length - 1, 'x')), Buffer.from('\n'), pdf]);
    };
    const answer = await send(sent, padded(LIMIT + 1));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({
      error: 'FILE_TOO_LARGE',
      message: 'The file is larger than 10 MB.',
      details: { maxBytes: LIMIT },
    });
    expect(await files.count()).toBe(before);
    const png = await picture('png');
    const whole = Buffer.concat([png, Buffer.alloc(LIMIT - png.length)]);
    expect((await send(sent, whole)).status).toBe(201);
  });
});

describe('415', () => {
  test('rejects a body that is not a multipart form', async () => {
    const sent = await sentWithAttachment(app);
    const answer = await sent.caller.send('POST', sent.path, { body: {} });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('422', () => {
  const script = makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' });
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'empty_file'],
    ['text', Buffer.from('My passport'), 'unsupported_file'],
    ['a program', Buffer.from('MZ\u0090\u0000'), 'unsupported_file'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_file'],
    ['a GIF', Buffer.from('GIF89a'), 'unsupported_file'],
    [
      'the first bytes of a PNG',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
      'invalid_image',
    ],
    ['a damaged PDF', makePdf().subarray(0, 300), 'damaged_pdf'],
    ['a PDF that runs a script', script, 'active_content'],
  ])('rejects an invalid attachment: %s', async (_, content, reason) => {
    const sent = await sentWithAttachment(app);
    const before = await files.count();
    expectInvalid(await send(sent, content), 'file', reason);
    expect(await files.count()).toBe(before);
  });

  test('rejects a field that is not a file field, a field of another document, an unknown field and a missing field', async () => {
    const sent = await sentWithAttachment(app);
    const other = await sentWithAttachment(app);
    const signature = sent.document.fields[1]?.id ?? '';
    expectInvalid(await send({ ...sent, path: pathOf(sent.signerId, signature) }, PASSPORT.content), 'field');
    expectInvalid(await send({ ...sent, path: pathOf(sent.signerId, other.fieldId) }, PASSPORT.content), 'field');
    expectInvalid(await send({ ...sent, path: pathOf(sent.signerId, 'x') }, PASSPORT.content), 'field');
    const path = `/api/signing/${sent.signerId}/attachments`;
    expectInvalid(await send({ ...sent, path }, PASSPORT.content), 'field');
  });

  test('rejects a request with two files', async () => {
    const sent = await sentWithAttachment(app);
    const file = { name: 'file', ...PASSPORT };
    const answer = await sent.caller.send('POST', sent.path, { headers: MULTIPART, body: multipart([file, file]) });
    expectInvalid(answer, 'file', 'several_files');
  });

  test('rejects a document with 21 file fields', async () => {
    const { id } = await app.draft();
    const signer = app.person();
    const field = { kind: 'attachment', signer: signer.email, page: 1, x: 72, width: 100, height: 10 };
    const fields = Array.from({ length: 21 }, (_, index) => ({ ...field, y: index * 20 }));
    const answer = await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [signer], fields });
    expectInvalid(answer, 'fields[20]');
  });

  test('rejects a value for a file field in the signing request', async () => {
    const sent = await sentWithAttachment(app);
    const fields = [{ id: sent.fieldId, value: 'Passport.pdf' }];
    expectInvalid(await app.sign(sent.id, { token: sent.token, fields }), 'fields[0].value', 'wrong_type');
  });
});
