import { PdfFile } from './file.ts';
import { PdfStream, PdfString, decodeText } from './objects.ts';

const MAX_FILES = 100;

/**
 * Returns the content of the embedded file with the given name (ISO 32000-2 7.11.4), or null if there is none. Supports
 * only name trees with one node, as created by our writer. Throws PdfError for an unreadable file.
 */
export function readAttachedFile(bytes: Uint8Array, name: string): Buffer | null {
  const file = new PdfFile(bytes);
  const tree = file.dict(file.dict(file.catalog.get('Names'))?.get('EmbeddedFiles') ?? null);
  const names = file.array(tree?.get('Names') ?? null).slice(0, 2 * MAX_FILES);
  for (let index = 0; index + 1 < names.length; index += 2) {
    const key = file.resolve(names[index] ?? null);
    if (!(key instanceof PdfString) || decodeText(key) !== name) continue;
    const stream = file.resolve(file.dict(file.dict(names[index + 1] ?? null)?.get('EF') ?? null)?.get('F') ?? null);
    return stream instanceof PdfStream ? file.decode(stream, { isWhole: true }) : null;
  }
  return null;
}
