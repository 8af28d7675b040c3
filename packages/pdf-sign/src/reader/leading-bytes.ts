import type { PdfFile } from './file.ts';
import { isSigned, readFields } from './form.ts';

/**
 * Where the signatures' byte ranges start, in a file with bytes before its header. `header` means that those bytes were
 * added after the last signature, and the signatures match without them. `file` means that they were signed with the
 * rest of the file. `neither` means that at least one signature matches neither way, or that the signatures differ.
 */
export type SignedFrom = 'header' | 'file' | 'neither';

/** Returns where the byte ranges start. Returns null if there are no bytes before the header, or no signatures. */
export function signedFrom(file: PdfFile): SignedFrom | null {
  if (file.headerAt === 0) return null;
  const signatures = readFields(file).filter((field) => field.type === 'Sig' && isSigned(file, field));
  if (signatures.length === 0) return null;
  const ranges = signatures.map(({ value }) =>
    file.array(file.dict(value)?.get('ByteRange') ?? null).map((item) => file.number(item)),
  );
  const fits = (base: number) => ranges.every((range) => enclosesContainer(file.bytes, base, range));
  if (fits(file.headerAt)) return 'header';
  return fits(0) ? 'file' : 'neither';
}

/** Whether the gap in a byte range is exactly one hexadecimal string (12.8.1, `ByteRange`). */
function enclosesContainer(bytes: Buffer, base: number, range: readonly (number | null)[]): boolean {
  const [start, length, next, rest] = range;
  if (start !== 0 || typeof length !== 'number' || typeof next !== 'number' || typeof rest !== 'number') return false;
  if (next <= length || base + next + rest > bytes.length) return false;
  return bytes[base + length] === 0x3c && bytes[base + next - 1] === 0x3e;
}
