export { VerificationQueue } from './verification-queue.ts';
export { compareStored, type VerifyDependencies } from './verify-document.ts';
