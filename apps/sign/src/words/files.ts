/** Every language but English is a file of its own, fetched when it is wanted. */
import type { Messages } from './en/index.ts';
import type { Language } from '@countersign/contract/languages';

export const FILES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ words: Messages }>>> = {
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  it: () => import('./it/index.ts'),
  pt: () => import('./pt/index.ts'),
  nl: () => import('./nl/index.ts'),
  pl: () => import('./pl/index.ts'),
  ja: () => import('./ja/index.ts'),
  hi: () => import('./hi/index.ts'),
  ar: () => import('./ar/index.ts'),
  he: () => import('./he/index.ts'),
};
