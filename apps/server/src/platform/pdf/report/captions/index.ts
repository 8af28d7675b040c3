import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import type { Captions } from './captions.ts';

export type { Captions } from './captions.ts';

const CAPTIONS = { en, de, fr, es, pt, it, nl, pl, ar, he, hi, ja } as const satisfies Record<string, Captions>;

export type CaptionLanguage = keyof typeof CAPTIONS;

export const CAPTION_LANGUAGES = Object.keys(CAPTIONS) as readonly CaptionLanguage[];

/** The language for a locale (BCP 47, `pt-BR`): its own, or English. */
export function captionLanguage(locale: string | null | undefined): CaptionLanguage {
  const wanted = locale?.toLowerCase().split('-')[0];
  return CAPTION_LANGUAGES.find((language) => language === wanted) ?? 'en';
}

export function captionsOf(language: CaptionLanguage): Captions {
  return CAPTIONS[language];
}
