export { consentFor, consentOf } from './given.ts';
export type { Consent } from './shipped.ts';
export { selectConsentsByHash, selectOwnConsents } from './store.ts';
