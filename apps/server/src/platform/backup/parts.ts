/** Encrypts the files of a backup, and returns their contents only if they are authentic. */
import { CHUNK_BYTES } from '../ports/blob-store.ts';
import { checkHeader, FileSealer, HEADER_BYTES, openChunk, SEALED_CHUNK_BYTES } from '../crypto/sealed-file.ts';
import { SealError } from '../crypto/seal.ts';
import { secretKey, sha256Stream } from '../crypto/tokens.ts';
import { type BackupTarget, BackupTargetError } from '../ports/backup-target.ts';
import type { Part } from './envelope.ts';
import { BackupError } from './errors.ts';

/** Encrypts the data and stores it under `name`. Returns the size and the hash of the written bytes. */
export async function writePart(
  target: BackupTarget,
  name: string,
  key: Uint8Array,
  source: AsyncIterable<Uint8Array>,
): Promise<Part> {
  const hash = sha256Stream();
  let bytes = 0;
  async function* sealed(): AsyncGenerator<Uint8Array> {
    const sealer = new FileSealer(key);
    const pass = (piece: Uint8Array): Uint8Array => {
      hash.update(piece);
      bytes += piece.length;
      return piece;
    };
    for await (const piece of source) for (const written of sealer.update(piece)) yield pass(written);
    for (const written of sealer.final()) yield pass(written);
  }
  await target.write(name, sealed());
  return { name, bytes, sha256: hash.hex() };
}

/**
 * Yields the contents of a file. Each chunk is returned after its position and contents are verified. The comparison
 * with the manifest follows at the end of the file. @throws BackupError `damaged`
 */
export async function* readPart(
  target: BackupTarget,
  { name, bytes, sha256 }: { name: string; bytes?: number; sha256?: string },
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const damaged = (message: string, cause?: unknown): BackupError => new BackupError('damaged', message, { cause });
  const hash = sha256Stream();
  const secret = secretKey(key);
  let size = 0;
  try {
    for await (const chunk of chunksOf(
      hashed(target.read(name), (piece) => {
        hash.update(piece);
        size += piece.length;
      }),
    )) {
      const plain = openChunk(secret, chunk, chunk.bytes);
      if (plain.length > 0) yield plain;
    }
  } catch (error) {
    if (error instanceof SealError) throw damaged(`${name} of the backup was changed after it was written.`, error);
    if (error instanceof BackupTargetError && error.code === 'not_found')
      throw damaged(`${name} is missing from the backup.`, error);
    throw error;
  }
  if ((bytes !== undefined && bytes !== size) || (sha256 !== undefined && sha256 !== hash.hex()))
    throw damaged(`${name} of the backup differs from the one in the manifest.`);
}

async function* hashed(
  source: AsyncIterable<Uint8Array>,
  seen: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    seen(piece);
    yield piece;
  }
}

type Chunk = { index: number; isLast: boolean; bytes: Uint8Array };

export async function* chunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  let rest: Uint8Array = new Uint8Array(0);
  let isHeaderRead = false;
  let index = 0;
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    if (!isHeaderRead && rest.length >= HEADER_BYTES) {
      checkHeader(rest.subarray(0, HEADER_BYTES));
      rest = rest.subarray(HEADER_BYTES);
      isHeaderRead = true;
    }
    for (; isHeaderRead && rest.length > SEALED_CHUNK_BYTES; index += 1) {
      yield { index, isLast: false, bytes: rest.subarray(0, SEALED_CHUNK_BYTES) };
      rest = rest.subarray(SEALED_CHUNK_BYTES);
    }
  }
  if (!isHeaderRead) throw new SealError('this file was not encrypted by this installation');
  yield { index, isLast: true, bytes: rest };
}

export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of source) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new BackupError('damaged', 'A list in the backup is truncated.');
}

/** Joins lines into pieces that are about as large as a chunk. */
export async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
