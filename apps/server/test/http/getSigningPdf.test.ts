import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { opensWithOwnLinkOnly } from '../support/recipient-refusals.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const sent = await app.sent({ signers: [app.person(), app.person()] });
const { caller, view, token } = await app.recipient(sent.signers[0]?.email ?? '');
const path = `/api/signing/${sent.signers[0]?.id}/pdf`;

describe('200', () => {
  test('returns the exact file whose hash is in the signing view', async () => {
    const answer = await caller.both('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(view.document.sha256);
    expect(answer.headers.get('etag')).toBe(`"${view.document.sha256}"`);
    expect(answer.headers.get('content-disposition')).toContain('filename="contract-current.pdf"');
  });

  test('returns the file for each hash in the signing view, after signing and after sealing', async () => {
    const { id, signers, token: link } = await app.sentToOne({ signers: [app.person(), app.person()] });
    const at = `/api/signing/${signers[0]?.id}`;
    const signer = app.anyone.with({ bearer: link });
    const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const hashes = async () => {
      const { document } = (await signer.get<'getSigningView'>(at)).body.view;
      return [document.sent_sha256, document.sha256];
    };
    const sentBytes = (await signer.get(`${at}/pdf`)).bytes;
    expect(await hashes()).toEqual([sha256(sentBytes), sha256(sentBytes)]);
    await app.sign(id, { token: link });
    const signedBytes = (await signer.get(`${at}/pdf`)).bytes;
    expect(await hashes()).toEqual([sha256(sentBytes), sha256(signedBytes)]);
    await app.sign(id, { token: await app.link(signers[1]?.email ?? '') });
    await app.sealed(id);
    const finished = (await signer.get(`${at}/pdf`)).bytes;
    expect(await hashes()).toEqual([sha256(sentBytes), sha256(finished)]);
    const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=original`);
    const original = (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.sha256).toBe(sha256(original));
  });

  test('only appends bytes to the file with each signature', async () => {
    const before = (await caller.get(path)).bytes;
    await app.sign(sent.id, { token: await app.link(sent.signers[1]?.email ?? '') });
    const after = (await caller.get(path)).bytes;
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.subarray(0, before.length)).toEqual(before);
    await app.sign(sent.id, { token });
    await app.sealed(sent.id);
    const done = await caller.get(path);
    expect(done.headers.get('content-disposition')).toContain('filename="contract-signed.pdf"');
    expect(done.bytes.subarray(0, after.length)).toEqual(after);
  });
});

describe('206', () => {
  test('returns the requested byte range of the file', async () => {
    const whole = (await caller.get(path)).bytes;
    const answer = await caller.both('GET', path, { headers: { range: 'bytes=100-199' } });
    expect(answer.status).toBe(206);
    expect(answer.bytes).toEqual(whole.subarray(100, 200));
    expect(answer.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`);
  });
});

opensWithOwnLinkOnly(app, (id) => ({ method: 'GET', path: `/api/signing/${id}/pdf` }));
refusesOtherMethods(app, path, ['GET']);

describe('416', () => {
  test('rejects a range beyond the end of the file', async () => {
    const { signers } = await app.sent();
    const own = await app.recipient(signers[0]?.email ?? '');
    const at = `/api/signing/${signers[0]?.id}/pdf`;
    const size = (await own.caller.get(at)).bytes.length;
    const answer = await own.caller.both('GET', at, { headers: { range: `bytes=${size}-` } });
    expectError(answer, 'RANGE_NOT_SATISFIABLE', { size });
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
  });
});
