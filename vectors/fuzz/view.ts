import { PdfFile } from '../../packages/pdf-sign/src/reader/file.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../../packages/pdf-sign/src/reader/objects.ts';
import type { PdfValue } from '../../packages/pdf-sign/src/reader/objects.ts';

/** Entries whose changes are invisible (see the verifier's rules for the catalog and the form). */
const IRRELEVANT = new Set(['DSS', 'Metadata', 'Extensions', 'Version', 'MarkInfo', 'SigFlags', 'DR']);

/**
 * Returns the view of a file, which contains everything that can be reached from the catalog. Two files with the same
 * view have the same content and behavior. Revisions are ignored, so the view can detect changes that the comparison of
 * revisions has missed.
 */
export function viewOf(bytes: Buffer): string {
  const file = new PdfFile(bytes);
  const seen = new Map<number, number>();
  const write = (value: PdfValue, depth: number): string => {
    if (depth > 200) return '...';
    if (value instanceof PdfRef) {
      const known = seen.get(value.number);
      if (known !== undefined) return `#${known}`;
      seen.set(value.number, seen.size);
      return write(file.object(value.number), depth + 1);
    }
    if (value instanceof PdfName) return `/${value.name}`;
    if (value instanceof PdfString) return `(${value.bytes.toString('hex')})`;
    if (value instanceof PdfStream) return `${write(value.dict, depth + 1)}${value.raw.toString('hex')}`;
    if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(' ')}]`;
    if (!(value instanceof PdfDict)) return String(value);
    // Signature containers are ignored, because some of their contents are not signed and may change, such as unneeded
    // certificates.
    const isContainer = (key: string) => key === 'Contents' && value.has('ByteRange');
    const keys = [...value.entries.keys()].filter(
      (key) => !IRRELEVANT.has(key) && !isContainer(key) && value.get(key) !== null,
    );
    return `<<${keys
      .toSorted()
      .map((key) => `${key}=${write(value.get(key), depth + 1)}`)
      .join(' ')}>>`;
  };
  return write(file.root, 0);
}
