/**
 * Tests files that are attached in an in-person session. They are checked like any other file, and are available only
 * in that session (ADR 38).
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { attach, fileUpload, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { actions, capture, startWith, verify } from '../support/in-person.ts';
import { MULTIPART } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const files = storedFiles(app);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const send = (caller: Caller, path: string, { filename, content } = PASSPORT) =>
  caller.send<'attachFile'>('POST', path, { headers: MULTIPART, body: fileUpload({ filename, content }) });
const OTHER = { filename: 'Another.pdf', content: makePdf({ text: 'Another' }) };

/** Creates a document with a file field, and opens its signer's session on the host's device. */
async function onDevice(options: Parameters<typeof sentWithAttachment>[1] & { accessCode?: string } = {}) {
  const { accessCode, ...rest } = options;
  const sent = await sentWithAttachment(app, rest);
  const started = await startWith(app, sent.id, sent.signers[0]?.email ?? '', { accessCode });
  return { ...sent, ...started };
}
const filesOn = async (caller: Caller, signerId: string) =>
  (await caller.get<'getSigningView'>(`/api/signing/${signerId}`)).body.view.attachments.map(
    ({ filename }) => filename,
  );

describe('201', () => {
  test("checks and binds the attached file like any other attachment, and records the host's device as evidence", async () => {
    const { id, signerId, device, path, sessionId, session } = await onDevice({ accessCode: 'Blue 7!' });
    expect((await send(device, path)).body).toMatchObject({ error: 'ACCESS_CODE_REQUIRED' });
    await verify(app, sessionId, 'Blue 7!');
    expectInvalid(await capture(app, sessionId), 'fields[0].id', 'required');
    expectInvalid(
      await send(device, path, { filename: 'a.pdf', content: Buffer.from('text') }),
      'file',
      'unsupported_file',
    );
    const answer = await send(device, path);
    expect(answer.status, answer.text).toBe(201);
    expect(await filesOn(device, signerId)).toEqual([PASSPORT.filename]);
    expect((await capture(app, sessionId)).status).toBe(200);
    await app.sealed(id);
    const hash = sha256(PASSPORT.content);
    const evidence = { session: session.id, host: `user ${app.tenant.userId}` };
    const entries = await actions(app, id);
    const added = entries.find(({ action }) => action === 'signer.attachment-added');
    expect(added?.context).toMatchObject({ sha256: hash, ...evidence });
    expect(added?.summary).toContain('on the device of the host');
    const signed = entries.find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ credential: 'in-person', attachments: hash, ...evidence });
    const listed = await app.key.get<'listAttachments'>(`/api/documents/${id}/attachments`);
    expect(listed.body.attachments).toMatchObject([{ filename: PASSPORT.filename, sha256: hash, signer_id: signerId }]);
    expect((await app.key.get(`/api/documents/${id}/verify`)).body).toMatchObject({ isValid: true });
  });

  test("removes and replaces an attached file on the host's device", async () => {
    const { id, device, path, signerId, sessionId } = await onDevice();
    expect((await send(device, path)).status).toBe(201);
    expect((await device.send('DELETE', path)).status).toBe(200);
    expect(await filesOn(device, signerId)).toEqual([]);
    await send(device, path);
    await send(device, path, OTHER);
    expect(await filesOn(device, signerId)).toEqual([OTHER.filename]);
    expect((await capture(app, sessionId)).status).toBe(200);
    const signed = (await actions(app, id)).find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ attachments: sha256(OTHER.content) });
  });

  test("keeps files attached on the host's device separate from files attached through the e-mailed link", async () => {
    const { id, caller, device, path, signerId, sessionId, token } = await onDevice();
    await attach({ caller, path });
    expect(await filesOn(device, signerId)).toEqual([]);
    // On the device, the signer signs with files attached there, not with those attached through the link.
    expectInvalid(await capture(app, sessionId), 'fields[0].id', 'required');
    await send(device, path, OTHER);
    await device.send('DELETE', path);
    expect(await filesOn(caller, signerId)).toEqual([PASSPORT.filename]);
    await send(device, path, OTHER);
    expect(await filesOn(caller, signerId)).toEqual([PASSPORT.filename]);
    expect((await app.sign(id, { token })).status).toBe(200);
    const signed = (await actions(app, id)).find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ attachments: sha256(PASSPORT.content) });
    const listed = await app.key.get<'listAttachments'>(`/api/documents/${id}/attachments`);
    expect(listed.body.attachments.map(({ filename }) => filename)).toEqual([PASSPORT.filename]);
    // Files that were not included in a signature are no longer shown to anyone.
    expect(await filesOn(caller, signerId)).toEqual([PASSPORT.filename]);
  });
});

describe('files attached in an in-person session', () => {
  const taken = async () => {
    // Removes the leftovers of earlier tests.
    await app.cron.post('/api/cron/data-retention');
    const there = await onDevice();
    const before = await files.count();
    expect((await send(there.device, there.path)).status).toBe(201);
    expect(await files.count()).toBe(before + 1);
    return { ...there, before };
  };
  const gone = async ({ id, before }: { id: string; before: number }) => {
    expect(await app.sql('select 1 from attachments where document_id = $1', [id])).toEqual([]);
    await app.cron.post('/api/cron/data-retention');
    expect(await files.count()).toBe(before);
  };

  test('deletes the attached file, including its copy on disk, when the host ends the in-person session', async () => {
    const there = await taken();
    expect((await app.key.send('DELETE', `/api/signing/in-person/${there.session.id}`)).status).toBe(200);
    await gone(there);
  });

  test("starts the signer's next in-person session without the file of the previous session", async () => {
    const there = await taken();
    const next = await startWith(app, there.id, there.signers[0]?.email ?? '');
    expect(await filesOn(next.device, there.signerId)).toEqual([]);
    await gone(there);
  });

  test('hides the attached file when the in-person session times out, and deletes it with the session a month later', async () => {
    const there = await taken();
    app.clock.advance({ minutes: 30 });
    expect(await filesOn(there.caller, there.signerId)).toEqual([]);
    // Row security uses the database's own time.
    const old = "update in_person_sessions set expires_at = now() - interval '31 days' where id = $1";
    await app.sql(old, [there.session.id]);
    app.clock.advance({ days: 31 });
    await app.cron.post('/api/cron/data-retention');
    await gone(there);
    app.clock.advance({ days: -31, minutes: -30 });
  });

  test('keeps a signed file when its in-person session is deleted', async () => {
    const { id, device, path, sessionId, session } = await onDevice();
    await send(device, path);
    expect((await capture(app, sessionId)).status).toBe(200);
    await app.sql('delete from in_person_sessions where id = $1', [session.id]);
    const listed = await app.key.get<'listAttachments'>(`/api/documents/${id}/attachments`);
    expect(listed.body.attachments).toHaveLength(1);
  });
});

describe('410', () => {
  test('rejects an in-person session that the host ended, that was used to sign or that is older than half an hour', async () => {
    const back = await onDevice();
    await app.key.send('DELETE', `/api/signing/in-person/${back.session.id}`);
    expectError(await send(back.device, back.path), 'IN_PERSON_ENDED', { status: 'ended' });
    const signed = await onDevice({ required: false });
    await capture(app, signed.sessionId);
    expectError(await send(signed.device, signed.path), 'IN_PERSON_ENDED', { status: 'signed' });
    const late = await onDevice();
    app.clock.advance({ minutes: 30 });
    expectError(await send(late.device, late.path), 'IN_PERSON_ENDED', { status: 'expired' });
    app.clock.advance({ minutes: -30 });
  });

  test('discards a file that is still being received when the host ends the in-person session', async () => {
    const { id, device, path, session } = await onDevice();
    // Another transaction holds the document's lock, and the upload of the file waits for it.
    await app.sql('begin');
    await app.sql('select 1 from documents where id = $1 for update', [id]);
    const sending = send(device, path);
    await until('the upload to wait for the lock', async () => {
      const held = await app.sql('select 1 from pg_locks where not granted and pid <> pg_backend_pid()');
      return held.length > 0;
    });
    await app.sql(`update in_person_sessions set ended_at = $2, ended_by = 'host' where id = $1`, [
      session.id,
      app.clock.now(),
    ]);
    await app.sql('commit');
    expectError(await sending, 'IN_PERSON_ENDED');
    expect(await app.sql('select 1 from attachments where document_id = $1', [id])).toEqual([]);
  });
});

test('returns 401 to an in-person session of another signer', async () => {
  const [one, other] = [await onDevice(), await onDevice()];
  expectError(await send(other.device, one.path), 'INVALID_LINK');
});
