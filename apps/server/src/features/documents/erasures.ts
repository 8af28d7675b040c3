import type { Erasure } from '../../platform/jobs/erasures.ts';
import { type EraseDependencies, eraseTrash, eraseUnusedFiles } from './erase-trash.ts';

export const erasures: readonly Erasure<EraseDependencies>[] = [
  { name: 'documents', of: 'rows', erase: eraseTrash },
  { name: 'unused_files', of: 'files', erase: eraseUnusedFiles },
];
