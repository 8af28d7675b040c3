export { TrustStore } from './trust-store.ts';
