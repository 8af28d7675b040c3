import { VerificationQueue } from './verification-queue.ts';

/** The queue of files that anonymous callers submit for verification. */
export const verificationServices = (): { verificationQueue: VerificationQueue } => ({
  verificationQueue: new VerificationQueue(),
});
