import { type Language, languageOf } from '@countersign/contract/languages';
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

const CAPTIONS: Readonly<Record<Language, Captions>> = { en, de, fr, es, pt, it, nl, pl, ar, he, hi, ja };

/** The language for a locale (BCP 47, `pt-BR`): its own, or English. */
export function captionLanguage(locale: string | null | undefined): Language {
  return languageOf([locale ?? '']) ?? 'en';
}

export function captionsOf(language: Language): Captions {
  return CAPTIONS[language];
}
