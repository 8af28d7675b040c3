import { PdfError } from '../errors.ts';
import type { PdfFile } from './file.ts';
import { PdfRef } from './objects.ts';
import type { PdfValue } from './objects.ts';

const MAX_NODES = 100_000;

/** Counts the names in a name tree (ISO 32000-2 7.9.6). Repeated nodes are counted once. */
export function countNameTree(file: PdfFile, root: PdfValue): number {
  const pending: PdfValue[] = [root];
  const seen = new Set<number>();
  let count = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node instanceof PdfRef) {
      if (seen.has(node.number)) continue;
      seen.add(node.number);
    }
    const found = file.dict(node);
    if (found === null) continue;
    count += Math.floor(file.array(found.get('Names')).length / 2);
    for (const kid of file.array(found.get('Kids'))) pending.push(kid);
    if (pending.length > MAX_NODES) throw new PdfError('too_complex', 'a name tree is too large');
  }
  return count;
}
