/**
 * As in the API, the URL determines whether the environment is live or sandbox (ADR 21). Below /sandbox, the app shows
 * the organization's test documents and keys. People, organizations and sessions are the same in both environments.
 */
export type Environment = 'live' | 'sandbox';

export const environmentOf = (pathname: string): Environment =>
  /^\/sandbox(\/|$)/.test(pathname) ? 'sandbox' : 'live';

/**
 * The environment of this page. Switching reloads the app, so data from one environment is never shown in the other.
 */
export const ENVIRONMENT: Environment = environmentOf(globalThis.location?.pathname ?? '/');

export const baseOf = (environment: Environment): string => (environment === 'sandbox' ? '/sandbox' : '');
export const BASE = baseOf(ENVIRONMENT);
