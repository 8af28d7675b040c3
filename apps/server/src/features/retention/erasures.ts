import type { Erasure } from '../../platform/jobs/erasures.ts';
import { DOCUMENT_TABLES } from '../documents/index.ts';
import { announceErasures } from './announce.ts';
import { eraseRetainedDocuments, type RetentionDependencies } from './erase-retained.ts';
import { eraseOldAuditEntries } from './old-entries.ts';
import { type SweepDependencies, sweeps } from './sweeps.ts';

export type ErasureServices = SweepDependencies & RetentionDependencies;

export const erasures: readonly Erasure<ErasureServices>[] = [
  { name: 'retention_announcements', of: 'rows', erase: announceErasures },
  { name: 'retained_documents', of: 'rows', tables: DOCUMENT_TABLES, erase: eraseRetainedDocuments },
  {
    name: 'audit_entries',
    of: 'rows',
    tables: ['audit_entries', 'audit_personal', 'person_keys'],
    erase: eraseOldAuditEntries,
  },
  ...sweeps,
];
