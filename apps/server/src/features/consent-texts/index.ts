export { consentFor, consentOf } from './given.ts';
export { isConsentText } from './shipped.ts';
export type { Consent } from './shipped.ts';
export { selectConsentsByHash, selectOwnConsents } from './store.ts';
