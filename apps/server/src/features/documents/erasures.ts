import type { Erasure } from '../../platform/jobs/erasures.ts';
import { type EraseDependencies, eraseTrash, eraseUnusedFiles } from './erase-trash.ts';

export const DOCUMENT_TABLES = [
  'documents',
  'document_titles',
  'signers',
  'document_recipients',
  'removed_recipients',
  'fields',
  'revisions',
  'attachments',
  'completion_certificates',
  'certificates',
  'mails',
  'outbox',
  'jobs',
  'webhook_deliveries',
  'bulk_send_rows',
  'packages',
  'audit_personal',
  'person_keys',
] as const;

export const erasures: readonly Erasure<EraseDependencies>[] = [
  { name: 'documents', of: 'rows', tables: DOCUMENT_TABLES, erase: eraseTrash },
  { name: 'unused_files', of: 'files', erase: eraseUnusedFiles },
];
