/**
 * Applies the color scheme chosen on this site, or else the one chosen in the app (from its cookie), or else the
 * system's.
 */
import { readStored, store } from './storage.ts';

export type Scheme = 'light' | 'dark';

const KEY = 'countersign-docs-scheme';

export function chosenScheme(): Scheme | undefined {
  const text = `${readStored(KEY) ?? ''} ${/\bcs_scheme=(\w+)/.exec(document.cookie)?.[1] ?? ''}`;
  const found = /\b(light|dark)\b/.exec(text)?.[1];
  return found === 'light' || found === 'dark' ? found : undefined;
}

export function chooseScheme(scheme: Scheme): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  store(KEY, scheme);
}
