/** The main job as the bench runs it: upload, send to one signer, sign, wait for the seal, download. */
import { SigningLinks } from '../apps/server/src/platform/signing-links.ts';
import { type Connection, multipart } from './http-client.ts';

export type Credentials = { key: string; linkKey: Buffer; tenantId: string };
export type EnvelopeTimes = {
  upload: number;
  send: number;
  sign: number;
  sealed: number;
  download: number;
  total: number;
};

export async function runEnvelope(
  connection: Connection,
  { key, linkKey, tenantId }: Credentials,
  pdf: Buffer,
  name: string,
): Promise<EnvelopeTimes> {
  const authorization = { authorization: `Bearer ${key}` };
  const json = { ...authorization, 'content-type': 'application/json' };
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());

  const { contentType, body } = multipart(pdf, `${name}.pdf`);
  const { document } = await call<{ document: { id: string } }>(
    connection,
    'POST',
    '/v1/api/documents/upload',
    { ...authorization, 'content-type': contentType },
    body,
  );
  mark();
  const sent = await call<{ signers: [{ id: string }] }>(
    connection,
    'POST',
    `/v1/api/documents/${document.id}/send-for-signing`,
    json,
    { signers: [{ email: `${name}@bench.example`, name: 'Ada Lovelace' }] },
  );
  mark();
  const token = new SigningLinks(linkKey)
    .url('', { tenantId, signerId: sent.signers[0].id, generation: 1 })
    .slice('/sign#'.length);
  await call(
    connection,
    'POST',
    `/v1/api/documents/${document.id}/sign`,
    { 'content-type': 'application/json' },
    { token, consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } },
  );
  mark();
  const { downloadUrl } = await call<{ downloadUrl: string }>(
    connection,
    'GET',
    `/v1/api/documents/${document.id}/download`,
    authorization,
  );
  mark();
  const file = await connection.request('GET', new URL(downloadUrl).pathname, {});
  mark();
  if (file.status !== 200 || file.body.length <= pdf.length)
    throw new Error(`download: ${file.status}, ${file.body.length} bytes`);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = marks;
  return { upload: b - a, send: c - b, sign: d - c, sealed: e - d, download: f - e, total: f - a };
}

async function call<T>(
  connection: Connection,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer | object,
): Promise<T> {
  const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const answer = await connection.request(method, path, headers, payload);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString()) as T;
}
