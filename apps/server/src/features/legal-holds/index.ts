export { keepHeld, lockHolds, selectStandingHolds } from './document-holds.ts';
export { lockHoldsAlone } from './store.ts';
