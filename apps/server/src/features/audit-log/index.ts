/** Checks that the chains of an organization's audit log are intact. */
export { checkChains } from './check.ts';
