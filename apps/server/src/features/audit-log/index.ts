/** Whether the chains of an organization's audit log are whole. */
export { checkChains } from './check.ts';
