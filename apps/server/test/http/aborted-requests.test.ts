import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();

type Line = { msg: string; reqId: string; route: string; status?: number; aborted?: boolean };
const requestLines = (route: string) =>
  app.lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === 'request' && line.route === route);

/** Sends bytes and disconnects without waiting for a response. */
function sendAndLeave(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
      socket.write(bytes, () => socket.destroy()),
    );
    socket.on('close', () => resolve()).on('error', reject);
  });
}

const authorization = ({ credential }: { credential: { bearer?: string } }) =>
  `authorization: Bearer ${credential.bearer ?? ''}\r\n`;
const countDocuments = async () =>
  (await app.sql<{ count: number }>('select count(*)::int as count from documents'))[0]?.count ?? 0;

test('logs requests whose client disconnected, with their outcome, organization and API key', async () => {
  const { caller, id } = await app.makeKey();
  const draft = await app.draft();
  const before = await countDocuments();
  const path = `/api/documents/${draft.id}/duplicate`;
  const request = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization(caller)}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;
  await sendAndLeave(Buffer.from(request.repeat(8)));
  const lines = await until('all log lines', () => {
    const found = requestLines('/api/documents/:id/duplicate');
    return found.length === 8 && found;
  });
  for (const line of lines)
    expect(line).toMatchObject({
      reqId: expect.stringMatching(/^req_/),
      method: 'POST',
      status: 201,
      aborted: true,
      organization: app.tenant.organizationId,
      tenant: app.tenant.tenantId,
      apiKey: id,
    });
  expect(await countDocuments()).toBe(before + 8);
});

test('aborts and logs an upload whose client disconnected before the server read it', async () => {
  const body = pdfUpload(makePdf());
  const before = await countDocuments();
  const head = `POST /api/documents/upload HTTP/1.1\r\nhost: localhost\r\n${authorization((await app.makeKey()).caller)}content-type: ${MULTIPART['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`;
  await sendAndLeave(Buffer.concat([Buffer.from(head), body.subarray(0, 100)]));
  const [line] = await until('the log line', () => {
    const found = requestLines('/api/documents/upload').filter(({ aborted }) => aborted);
    return found.length > 0 && found;
  });
  expect(line).toMatchObject({ aborted: true, status: 422 });
  expect(await countDocuments()).toBe(before);
});

test('logs the organization of a signed-in request, and no organization for an anonymous request', async () => {
  await app.owner.get('/api/auth/session');
  await app.anyone.get('/api/plans');
  const [line] = await until('the log line', () => {
    const found = requestLines('/api/auth/session');
    return found.length > 0 && found;
  });
  expect(line).toMatchObject({ status: 200, organization: app.tenant.organizationId, tenant: app.tenant.tenantId });
  expect(line).not.toHaveProperty('aborted');
  expect(line).not.toHaveProperty('apiKey');
});

test('responds to up to 100 pipelined health checks on one connection, but no more', async () => {
  const answered = (count: number) =>
    new Promise<number>((resolve) => {
      let text = '';
      const request = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n';
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => {
        socket.write(request.repeat(count - 1) + request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
      });
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('close', () => resolve(text.split('HTTP/1.1 200 ').length - 1)).on('error', () => {});
    });
  expect(await answered(100)).toBe(100);
  expect(await answered(101)).toBeLessThan(101);
});
