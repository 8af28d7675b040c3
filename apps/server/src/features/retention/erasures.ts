import type { Erasure } from '../../platform/jobs/erasures.ts';
import { announceErasures } from './announce.ts';
import { eraseRetainedDocuments, type RetentionDependencies } from './erase-retained.ts';
import { closeOldEvidence } from './old-evidence.ts';
import { type SweepDependencies, sweeps } from './sweeps.ts';

export type ErasureServices = SweepDependencies & RetentionDependencies;

export const erasures: readonly Erasure<ErasureServices>[] = [
  { name: 'retention_announcements', of: 'rows', erase: announceErasures },
  { name: 'retained_documents', of: 'rows', erase: eraseRetainedDocuments },
  { name: 'closed_audit_entries', of: 'rows', erase: closeOldEvidence },
  ...sweeps,
];
