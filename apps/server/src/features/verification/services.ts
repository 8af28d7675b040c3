import { VerificationQueue } from './verification-queue.ts';

/** The queue of files that strangers check. */
export const verificationServices = (): { verificationQueue: VerificationQueue } => ({
  verificationQueue: new VerificationQueue(),
});
