/**
 * The chosen color scheme, stored in this browser. In addition to Mantine's storage, a cookie stores the scheme, so
 * that the first bytes of a page already use it (transport/http/pages.ts). Otherwise, the page would flash white before
 * turning dark.
 */
import { localStorageColorSchemeManager } from '@mantine/core';

const storage = localStorageColorSchemeManager();
const setCookie = (value: string, seconds: number): void => {
  document.cookie = `cs_scheme=${value}; path=/; max-age=${seconds}; samesite=lax`;
};
const YEAR = 365 * 24 * 60 * 60;

export const colorSchemeManager: typeof storage = {
  ...storage,
  get: (otherwise) => {
    const scheme = storage.get(otherwise);
    // The cookie is set again if the scheme was chosen before the cookie existed, or if the cookie has expired.
    if (scheme !== 'auto' && !document.cookie.includes(`cs_scheme=${scheme}`)) setCookie(scheme, YEAR);
    return scheme;
  },
  set: (value) => {
    storage.set(value);
    setCookie(value, value === 'auto' ? 0 : YEAR);
  },
  clear: () => {
    storage.clear();
    setCookie('auto', 0);
  },
};
