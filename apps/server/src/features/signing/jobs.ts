import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnyJobHandler } from '../../platform/jobs/runner.ts';
import type { Timer } from '../../platform/jobs/timers.ts';
import { type AnnounceDependencies, announceCompletionHandler } from './announce-completion.ts';
import { archivedDocuments } from './archived-document.ts';
import type { LoadArchived } from './archived-file.ts';
import { type RenewalDependencies, renewArchiveHandler } from './renew-archive.ts';
import { queueRenewals, type RenewalRules } from './renewal-schedule.ts';
import { type SealDependencies, sealDocumentHandler } from './seal-document.ts';

export type JobServices = SealDependencies &
  AnnounceDependencies &
  Omit<RenewalDependencies, 'files' | 'rules'> & {
    database: Database;
    blobs: CheckedBlobs;
    renewalRules: RenewalRules;
    /** Finds a document's certificate of completion, which is protected for as long as the document. */
    archivedCertificates: LoadArchived;
    clockGuard: { isTrusted: boolean };
  };

export const jobs = (services: JobServices): readonly AnyJobHandler[] => [
  sealDocumentHandler(services),
  announceCompletionHandler(services),
  renewArchiveHandler({
    ...services,
    files: { document: archivedDocuments(services), certificate: services.archivedCertificates },
    rules: services.renewalRules,
  }),
];

export const timers: readonly Timer<JobServices>[] = [
  {
    name: 'archive renewal',
    everyMs: 300_000,
    // The job does not need a trusted clock, because an outside authority supplies the time of a renewal. Its
    // time-stamp is refused if it disagrees with the clock (ADR 44).
    needsTrustedTime: false,
    run: async (services) => {
      if (services.clockGuard.isTrusted || services.authority.time.hasOutside)
        await queueRenewals(services, services.renewalRules);
    },
  },
];
