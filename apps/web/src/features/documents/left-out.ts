/** Returns the documents missing from an archive. The server lists them in the archive itself. */
import { previewCsv } from '../bulk-send/csv.ts';

export type LeftOut = { error: string; message: string };

const LIST = 'not-included.csv';
/** The sizes of records in a ZIP file (APPNOTE 6.3.10, sections 4.3.9, 4.3.14 to 4.3.16). */
const END = 22;
const FAR_END = 56 + 20;
const DESCRIPTOR = 16;
const FULL_32 = 0xff_ff_ff_ff;

/**
 * Reads only the end of the archive, because the list is its last file. The list is stored uncompressed, and its size
 * is in the descriptor before the central directory.
 */
export async function leftOutOf(archive: Blob): Promise<ReadonlyMap<string, LeftOut>> {
  const directoryAt = await directoryOf(archive);
  const lastName = await archive.slice(Math.max(directoryAt, archive.size - END - FAR_END - 64), -END).text();
  if (!lastName.includes(LIST)) return new Map();
  const size = (await dataOf(archive, directoryAt - DESCRIPTOR, DESCRIPTOR)).getUint32(12, true);
  const listAt = directoryAt - DESCRIPTOR - size;
  const list = previewCsv(await archive.slice(listAt, listAt + size).text(), Infinity);
  return new Map((list?.rows ?? []).map(([id = '', error = '', message = '']) => [id, { error, message }]));
}

/**
 * Returns the offset of the central directory. In archives larger than 4 GB, the record before the last one contains
 * the offset.
 */
async function directoryOf(archive: Blob): Promise<number> {
  const start = (await dataOf(archive, archive.size - END, END)).getUint32(16, true);
  if (start !== FULL_32) return start;
  return Number((await dataOf(archive, archive.size - END - FAR_END, FAR_END)).getBigUint64(48, true));
}

const dataOf = async (archive: Blob, at: number, size: number): Promise<DataView> =>
  new DataView(await archive.slice(at, at + size).arrayBuffer());
