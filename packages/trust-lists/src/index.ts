export { TrustListError } from './errors.ts';
export type { TrustListErrorCode } from './errors.ts';
export { readTrustLists } from './trust-lists.ts';
export type { ListFile, ReadTrustList, TrustedService, TrustLists } from './trust-lists.ts';
