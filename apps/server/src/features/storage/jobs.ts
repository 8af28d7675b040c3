import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { Timer } from '../../platform/jobs/timers.ts';
import { encryptFiles, type EncryptDependencies } from './encrypt.ts';
import { scrub, type ScrubDependencies } from './scrub.ts';
import { removeUnclaimed, type UnclaimedDependencies } from './unclaimed.ts';

export type JobServices = Omit<ScrubDependencies & EncryptDependencies, 'signal'> & UnclaimedDependencies;

export const timers: readonly Timer<JobServices>[] = [
  {
    name: 'checking stored files',
    everyMs: 300_000,
    needsTrustedTime: false,
    run: (services, signal) => scrub({ ...services, signal }),
  },
  {
    name: 'encrypting files that were stored unencrypted',
    everyMs: 300_000,
    needsTrustedTime: true,
    run: (services, signal) => encryptFiles({ ...services, signal }),
  },
];

export const erasures: readonly Erasure<JobServices>[] = [{ name: 'files', of: 'files', erase: removeUnclaimed }];
