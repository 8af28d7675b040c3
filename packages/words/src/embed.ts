/**
 * The text that the web components show around the page in the frame. Integrators add these components to their pages.
 */
import type { Language } from '@countersign/contract/languages';
import { embed as ar } from './ar/embed.ts';
import { embed as de } from './de/embed.ts';
import { embed as en } from './en/embed.ts';
import { embed as es } from './es/embed.ts';
import { embed as fr } from './fr/embed.ts';
import { embed as he } from './he/embed.ts';
import { embed as hi } from './hi/embed.ts';
import { embed as it } from './it/embed.ts';
import { embed as ja } from './ja/embed.ts';
import { embed as nl } from './nl/embed.ts';
import { embed as pl } from './pl/embed.ts';
import { embed as pt } from './pt/embed.ts';

export type EmbedWords = {
  /** The titles of the frames. */
  sign: string;
  prepare: string;
  signLoading: string;
  /** Shown if the browser does not display a page in the frame. */
  failed: string;
  failedText: string;
  again: string;
  newTab: string;
};

export const EMBED_WORDS: Readonly<Record<Language, EmbedWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  ja,
  hi,
  ar,
  he,
};
