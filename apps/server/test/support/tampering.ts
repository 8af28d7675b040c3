import { placeOf } from '../../src/platform/crypto/sealed-file.ts';
import { unpack } from '../../src/platform/optimizations/tail-compression.ts';
import { CHUNK_BYTES } from '../../src/platform/ports/blob-store.ts';
import type { TestApp } from './app.ts';
import { storedFiles } from './stored-files.ts';

/** Returns a document's file in its current version: the upload, followed by all incremental updates. */
export async function storedFile(app: TestApp, id: string): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
}

/**
 * Returns the positions of the hexadecimal /Contents strings in a file, including their angle brackets. The signature
 * of the same revision does not cover them.
 */
export function contentsOf(file: Buffer): { from: number; to: number }[] {
  return [...file.toString('latin1').matchAll(/\/Contents\s*(<[0-9A-Fa-f]{200,}>)/g)].map((match) => {
    const from = match.index + match[0].length - (match[1]?.length ?? 0);
    return { from, to: match.index + match[0].length };
  });
}

/**
 * Flips one bit of a stored document: in the stored file for the upload, or in the database for later additions.
 * Flipping it twice restores the document.
 */
export async function flipBit(app: TestApp, id: string, offset: number): Promise<void> {
  const [document] = await app.sql<{ size: number; sealed: boolean }>(
    `select d.size_bytes::int as size, b.is_sealed as sealed from documents d join blobs b on b.id = d.blob_id where d.id = $1`,
    [id],
  );
  const uploaded = document?.size ?? 0;
  if (offset < uploaded) {
    const files = storedFiles(app);
    const key = await files.keyOf(id);
    const bytes = await files.read(key);
    // This bit of the encrypted file corresponds to the same bit of the plaintext.
    const index = Math.floor(offset / CHUNK_BYTES);
    const at = document?.sealed ? placeOf(index, uploaded).start + (offset % CHUNK_BYTES) : offset;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await files.write(key, bytes);
    return;
  }
  const [holding] = await app.sql<{ n: number; tail: Buffer; length: number }>(
    'select n, tail, length::int from revisions where document_id = $1 and $2 < length order by n limit 1',
    [id, offset],
  );
  const [sent] = await app.sql<{ tail: Buffer }>('select tail from revisions where document_id = $1 and n = 1', [id]);
  const first = sent && unpack(sent.tail, 2 ** 28);
  const tail = holding && (holding.n === 1 ? first : unpack(holding.tail, holding.length, first));
  if (!tail) throw new Error(`No revision of ${id} contains byte ${offset}.`);
  const at = offset - holding.length + tail.length;
  tail[at] = (tail[at] ?? 0) ^ 1;
  await app.sql('update revisions set tail = $3 where document_id = $1 and n = $2', [id, holding.n, tail]);
}

/** Adds an incremental update (ISO 32000-2 7.5.6) that rewrites one object, as PDF editors do. */
export async function appendUpdate(app: TestApp, id: string, objectNumber: number, object: string): Promise<void> {
  const file = await storedFile(app, id);
  const text = file.toString('latin1');
  const [, previous] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text) ?? [];
  const size = Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, value]) => Number(value)));
  const root = [...text.matchAll(/\/Root (\d+ \d+ R)/g)].at(-1)?.[1];
  const body = `\n${objectNumber} 0 obj\n${object}\nendobj\n`;
  const at = String(file.length + 1).padStart(10, '0');
  const table = `xref\n${objectNumber} 1\n${at} 00000 n \ntrailer\n<</Size ${size}/Root ${root}/Prev ${previous}>>\nstartxref\n${file.length + body.length}\n%%EOF\n`;
  await app.sql(
    `insert into revisions select (jsonb_populate_record(r, jsonb_build_object('n', r.n + 1, 'tail', '\\x' || $2::text, 'length', r.length + $3::int))).*
     from revisions r where document_id = $1 order by n desc limit 1`,
    [id, Buffer.from(body + table).toString('hex'), body.length + table.length],
  );
}
