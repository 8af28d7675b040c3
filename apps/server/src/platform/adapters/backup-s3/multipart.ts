/** Multipart uploads for objects larger than one part. An object becomes visible only when its upload is completed. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { drained, readText, type S3Client } from '../s3/client.ts';
import { absentIsFine, S3Failure } from '../s3/failure.ts';
import { parseXml, textsOf } from '../s3/list.ts';
import { type Piece, put } from './piece.ts';

/**
 * The header that identifies the upload that created an object, because the response that confirms the upload may be
 * lost.
 */
const WRITER = 'x-amz-meta-writer';

export async function uploadInParts(
  client: S3Client,
  key: string,
  first: Piece,
  second: Piece,
  rest: AsyncIterable<Piece>,
): Promise<void> {
  const writer = randomBytes(16).toString('hex');
  const uploadId = await begin(client, key, writer);
  try {
    const tags: string[] = [];
    const send = async (piece: Piece): Promise<void> => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { headers } = await put(client, { key, query }, piece);
      if (headers.etag === undefined)
        throw new S3Failure(200, 'NoETag', 'the response does not identify the accepted part');
      tags.push(headers.etag);
    };
    await send(first);
    await send(second);
    for await (const piece of rest) await send(piece);
    await complete(client, { key, uploadId, writer }, tags);
  } catch (error) {
    // If this abort fails, the upload is removed before the next backup.
    await abort(client, key, uploadId).catch(() => {});
    throw error;
  }
}

async function begin(client: S3Client, key: string, writer: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', [WRITER]: writer };
  const xml = await client.ask({ method: 'POST', key, query: { uploads: '' }, headers }, readText);
  const [id] = textsOf(parseXml(xml, 'InitiateMultipartUploadResult'), 'UploadId');
  if (!id) throw new S3Failure(200, 'NoUploadId', 'the response does not identify the started upload');
  return id;
}

type Upload = { key: string; uploadId: string; writer: string };

async function complete(client: S3Client, { key, uploadId, writer }: Upload, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const sent = {
    open: () => Readable.from([body], { objectMode: false }),
    size: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
  };
  const request = { method: 'POST', key, query: { uploadId }, body: sent } as const;
  await client.persist(body.length, async (signal, attempt) => {
    try {
      const xml = await readText(await client.once(request, signal));
      // S3 sends the status 200 before it has completed the upload, and reports later errors in the body.
      const [code] = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/.exec(xml)?.slice(1) ?? [];
      if (code !== undefined) throw new S3Failure(503, code, `the upload was not completed: ${code}`);
      parseXml(xml, 'CompleteMultipartUploadResult');
    } catch (error) {
      const isUnknown = error instanceof S3Failure && error.status === 404 && attempt > 1;
      if (!isUnknown) throw error;
      const { headers } = await drained(await client.once({ method: 'HEAD', key }, signal));
      if (headers[WRITER] !== writer) throw error;
    }
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function abort(client: S3Client, key: string, uploadId: string): Promise<void> {
  await client.ask({ method: 'DELETE', key, query: { uploadId } }, drained).catch(absentIsFine);
}

/** Aborts uploads left by a killed process. Their parts would cost money without appearing in any listing. */
export async function sweepUploads(client: S3Client, prefix: string): Promise<void> {
  let marker: Readonly<Record<string, string>> = {};
  for (;;) {
    const query = { uploads: '', prefix, 'max-uploads': '1000', ...marker };
    const xml = await client.ask({ method: 'GET', query }, readText).catch((error: unknown) => {
      // A server that does not support this call removes unfinished uploads by its own rules.
      if (error instanceof S3Failure && error.status === 501) return undefined;
      throw error;
    });
    if (xml === undefined) return;
    const root = parseXml(xml, 'ListMultipartUploadsResult');
    const [keys, ids] = [textsOf(root, 'Key'), textsOf(root, 'UploadId')];
    for (const [at, key] of keys.entries()) if (key.startsWith(prefix)) await abort(client, key, ids[at] ?? '');
    if (textsOf(root, 'IsTruncated')[0] !== 'true') return;
    marker = {
      'key-marker': textsOf(root, 'NextKeyMarker')[0] ?? '',
      'upload-id-marker': textsOf(root, 'NextUploadIdMarker')[0] ?? '',
    };
  }
}
