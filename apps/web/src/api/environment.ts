/**
 * Live or sandbox: the address decides, as it does for the API (ADR 21). Below /sandbox the app shows the
 * organization's test documents and keys; people, organizations and sessions are the same in both.
 */
export type Environment = 'live' | 'sandbox';

export const environmentOf = (pathname: string): Environment =>
  /^\/sandbox(\/|$)/.test(pathname) ? 'sandbox' : 'live';

/** Of this page; going to the other one reloads the app, so nothing read in one is shown in the other. */
export const ENVIRONMENT: Environment = environmentOf(globalThis.location?.pathname ?? '/');

/** What stands before every address of the environment. */
export const baseOf = (environment: Environment): string => (environment === 'sandbox' ? '/sandbox' : '');
export const BASE = baseOf(ENVIRONMENT);
