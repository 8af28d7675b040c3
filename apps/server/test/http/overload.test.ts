import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { PostOffice } from '../support/post-office.ts';
import { noteProvoked } from '../support/provoked.ts';
import { until } from '../support/until.ts';

/** Mail servers that the test can pause. */
const held: (() => void)[] = [];
let isHeld = false;
const post = await new PostOffice({
  onMailFrom: (_address, _session, callback) => void (isHeld ? held.push(callback) : callback()),
}).open();
const app = await startTestApp({ loadShedding: true, smtpUrl: post.url });

/**
 * Keeps every PDF worker busy with a file that has not been written yet. Returns a function that releases the workers.
 */
async function holdWorkers(): Promise<() => Promise<void>> {
  const files = [1, 2].map((n) => path.join(app.dataDir, `held-${n}`));
  execFileSync('mkfifo', files);
  const tasks = files.map((file) =>
    app.services.pdf.inspect({ parts: [{ path: file }] }, { timeoutMs: 60_000 }).catch((error: unknown) => error),
  );
  return async () => {
    // Each pipe is opened at both ends and then closed, so the worker reads an empty file, which is not a PDF.
    for (const file of files) await (await open(file, 'w')).close();
    await Promise.all(tasks);
  };
}
/** Returns the token of a signing link, because a paused mail server delivers no link. */
const tokenOf = (signer: { id: string } | undefined): string =>
  app.services.links
    .url('', { tenantId: app.tenant.tenantId, signerId: signer?.id ?? '', generation: 1 })
    .slice('/sign#'.length);
const isReleased = (answer: Answer) => answer.status === 201;
const upload = () => app.key.upload(pdfUpload(makePdf()), { mayFail: true });
const busy = { error: 'SERVICE_UNAVAILABLE', details: { check: 'load', requestId: expect.any(String) } };

/**
 * Sends only the request head of an upload. Returns the response to the head, and then the responses to the body and to
 * another request on the same connection.
 */
async function headOfUpload(size: number): Promise<{ beforeBody: string; afterwards: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8');
  const bearer = app.key.credential.bearer ?? '';
  socket.write(
    `POST /api/documents/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${bearer}\r\ncontent-type: ${MULTIPART['content-type']}\r\ncontent-length: ${size}\r\n\r\n`,
  );
  const [beforeBody] = (await once(socket, 'data')) as [string];
  noteProvoked('POST', '/api/documents/upload', undefined, {
    status: Number(beforeBody.slice(9, 12)),
    body: undefined,
    text: '',
  });
  socket.write(`${'x'.repeat(size)}GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  let afterwards = '';
  for await (const chunk of socket) afterwards += String(chunk);
  return { beforeBody, afterwards };
}

test('rejects uploads while all PDF workers are busy, still accepts signatures and reads, and accepts uploads again afterwards', async () => {
  const sent = await app.sent({ signers: [app.person(), app.person()] });
  const token = tokenOf(sent.signers[0]);
  const askStatus = () => app.key.get(`/api/documents/${sent.id}/status`);
  const release = await holdWorkers();

  const accepted: Promise<Answer>[] = [];
  let refused: Answer | undefined;
  await until('an upload to be rejected', async () => {
    accepted.push(
      upload().then((answer) => {
        if (!isReleased(answer)) refused ??= answer;
        return answer;
      }),
    );
    for (let i = 0; i < 40 && refused === undefined; i += 1) expect((await askStatus()).status).toBe(200);
    return refused;
  });

  expect(refused).toMatchObject({ status: 503, body: busy });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  // The server rejects the upload after reading only the head, and the connection stays open.
  const { beforeBody, afterwards } = await headOfUpload(100_000);
  expect(beforeBody).toMatch(/^HTTP\/1\.1 503 /);
  expect(afterwards).toMatch(/^HTTP\/1\.1 200 /);
  expect((await app.sign(sent.id, { token })).status).toBe(200);
  expect((await askStatus()).body).toMatchObject({ signedCount: 1 });
  expect((await app.anyone.get('/api/health')).body).toMatchObject({
    status: 'degraded',
    problems: [{ code: 'overloaded' }],
  });

  await release();
  const answers = await Promise.all(accepted);
  expect(answers.filter(isReleased).length).toBeGreaterThan(0);
  await until('uploads to be accepted again', async () => isReleased(await upload()));
  await until('the log line about the overload', () =>
    app.lines.some((line) => line.includes('the server is overloaded and has rejected requests')),
  );
});

test('rejects a send request while invitations are delayed, and sends the document only once on a retry with the same idempotency key', async () => {
  const [waiting, draft] = [await app.draft(), await app.draft()];
  const signers = Array.from({ length: 8 }, () => app.person());
  const sentBefore = await app.sent();
  isHeld = true;
  const send = (id: string, to: object[], headers: Record<string, string> = {}) =>
    app.key.post(`/api/documents/${id}/send-for-signing`, { signers: to }, { headers, mayFail: true });
  expect((await send(waiting.id, signers)).status).toBe(200);
  // The server does not send this many invitations at the same time, so some of them remain queued for fifteen seconds.
  app.clock.advance({ seconds: 15 });
  const key = { 'idempotency-key': 'once-and-once-only' };
  const person = app.person();
  await until('uploads to be rejected', async () => (await upload()).status === 503);
  expect(await send(draft.id, [person], key)).toMatchObject({ status: 503, body: busy });
  expect((await app.key.get(`/api/documents/${draft.id}/status`)).body).toMatchObject({ status: 'draft' });
  expect((await app.sign(sentBefore.id, { token: tokenOf(sentBefore.signers[0]) })).status).toBe(200);

  isHeld = false;
  for (const go of held.splice(0)) go();
  const answer = await until('the send request to be accepted', async () => {
    const again = await send(draft.id, [person], key);
    return again.status !== 503 && again;
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('idempotency-replayed')).toBeNull();
  for (const { email } of [...signers, person])
    await until('the invitation', () => post.to(email).length > 0 || undefined);
});
