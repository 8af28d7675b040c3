/** The main job of the bench: uploading, sending to one signer, signing, waiting for the seal, and downloading. */
import * as api from '@countersign/client/operations';
import { SigningLinks } from '../apps/server/src/platform/signing-links.ts';
import { apiPath } from './api-path.ts';
import { type Connection, multipart, Refused } from './http-client.ts';

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
  credentials: Credentials,
  pdf: Buffer,
  name: string,
): Promise<EnvelopeTimes> {
  const authorization = { authorization: `Bearer ${credentials.key}` };
  const marks = [performance.now()];
  const mark = () => marks.push(performance.now());
  const { documentId, tokens } = await sendEnvelope(connection, credentials, pdf, { people: [name], uploaded: mark });
  mark();
  await signEnvelope(connection, documentId, tokens[0] ?? '');
  mark();
  const { downloadUrl } = await call<{ downloadUrl: string }>(
    connection,
    'GET',
    apiPath(api.downloadDocument, { params: { id: documentId } }),
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

/** Uploads a document and sends it to the given people. Returns the tokens of their signing links. */
export async function sendEnvelope(
  connection: Connection,
  { key, linkKey, tenantId }: Credentials,
  pdf: Buffer,
  { people, uploaded = () => {} }: { people: readonly string[]; uploaded?: (() => void) | undefined },
): Promise<{ documentId: string; tokens: string[] }> {
  const authorization = { authorization: `Bearer ${key}` };
  const { contentType, body } = multipart(pdf, `${people[0] ?? 'bench'}.pdf`);
  const headers = { ...authorization, 'content-type': contentType };
  const { document } = await call<{ document: { id: string } }>(
    connection,
    'POST',
    apiPath(api.uploadDocument, {}),
    headers,
    body,
  );
  uploaded();
  const sent = await call<{ signers: { id: string }[] }>(
    connection,
    'POST',
    apiPath(api.sendForSigning, { params: { id: document.id } }),
    { ...authorization, 'content-type': 'application/json' },
    { signers: people.map((name) => ({ email: `${name}@bench.example`, name: 'Ada Lovelace' })) },
  );
  const links = new SigningLinks(linkKey);
  const tokens = sent.signers.map(({ id }) =>
    links.url('', { tenantId, signerId: id, generation: 1 }).slice('/sign#'.length),
  );
  return { documentId: document.id, tokens };
}

export async function signEnvelope(connection: Connection, documentId: string, token: string): Promise<void> {
  const body = { token, consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } };
  const path = apiPath(api.signDocument, { params: { id: documentId } });
  await call(connection, 'POST', path, { 'content-type': 'application/json' }, body);
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
  if (answer.status >= 300) {
    const Failure = answer.status === 503 ? Refused : Error;
    throw new Failure(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
  }
  return JSON.parse(answer.body.toString()) as T;
}
