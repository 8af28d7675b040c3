/**
 * The chosen colours, kept in this browser. Beside the kit's own place in a cookie, so that the server's first bytes have them
 * already (transport/http/pages.ts): a page that comes white and turns dark is a flash in the eyes.
 */
import { localStorageColorSchemeManager } from '@mantine/core';

const kept = localStorageColorSchemeManager();
const tell = (value: string, seconds: number): void => {
  document.cookie = `cs_scheme=${value}; path=/; max-age=${seconds}; samesite=lax`;
};
const YEAR = 365 * 24 * 60 * 60;

export const colorSchemeManager: typeof kept = {
  ...kept,
  get: (otherwise) => {
    const scheme = kept.get(otherwise);
    // Chosen before there was a cookie, or the cookie ran out.
    if (scheme !== 'auto' && !document.cookie.includes(`cs_scheme=${scheme}`)) tell(scheme, YEAR);
    return scheme;
  },
  set: (value) => {
    kept.set(value);
    tell(value, value === 'auto' ? 0 : YEAR);
  },
  clear: () => {
    kept.clear();
    tell('auto', 0);
  },
};
