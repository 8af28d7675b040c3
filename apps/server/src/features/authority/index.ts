export { Authority, type SealIdentity, type SignerIdentity } from './authority.ts';
export { createAuthorities } from './set-up.ts';
export { selectAuthorities, selectIssued, selectSeal } from './store.ts';
