export { Authority, type SealIdentity, type SignerIdentity } from './authority.ts';
export { createAuthorities } from './set-up.ts';
export { selectAuthorities, selectSeal } from './store.ts';
