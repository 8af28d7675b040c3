/**
 * Zip files whose length is known before their content is read. Nothing is compressed, because PDF files already are.
 */
import { Readable } from 'node:stream';
import { endOfZip, type Pieces, zipSize, ZipWriter } from '../../platform/zip/zip-writer.ts';

export type ZipEntry = Pieces & {
  /** The path uses `/` between folders. */
  path: string;
};

export { zipSize };

/** Opens one entry after another. If the reader stops, the open entry is closed. */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, at: Date): Readable {
  return Readable.from(write(entries, at), { objectMode: false });
}

async function* write(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter(0, at);
  for await (const { path, ...file } of entries) yield* zip.addStream(path, file);
  const { directory, size } = zip;
  yield directory;
  yield endOfZip({ entries: zip.entries, size: directory.length, start: size });
}
