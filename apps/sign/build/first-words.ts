/**
 * The first words of the signing page, put into its HTML: on a slow line they stand there a second before any file has come. The
 * build writes the page once for each language, and the server hands out the one that the browser asks for.
 */
import { ALL_LANGUAGES, directionOf, type Language } from '@countersign/contract/languages';
import type { Plugin } from 'vite';
import { visit as ar } from '../src/words/ar/visit.ts';
import { visit as de } from '../src/words/de/visit.ts';
import { visit as en } from '../src/words/en/visit.ts';
import { visit as es } from '../src/words/es/visit.ts';
import { visit as fr } from '../src/words/fr/visit.ts';
import { visit as he } from '../src/words/he/visit.ts';
import { visit as hi } from '../src/words/hi/visit.ts';
import { visit as it } from '../src/words/it/visit.ts';
import { visit as ja } from '../src/words/ja/visit.ts';
import { visit as nl } from '../src/words/nl/visit.ts';
import { visit as pl } from '../src/words/pl/visit.ts';
import { visit as pt } from '../src/words/pt/visit.ts';

const WORDS: Readonly<Record<Language, typeof en>> = { en, de, fr, es, it, pt, nl, pl, ja, hi, ar, he };

const PAGE = 'index.html';

/** For Vite: `index.html` becomes English, and `index.<language>.html` stands beside it for every language. */
export function firstWords(): Plugin {
  return {
    name: 'countersign:first-words',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== 'asset') throw new Error(`${PAGE} is not in this build`);
        const html = page.source.toString();
        for (const language of ALL_LANGUAGES)
          this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: spoken(html, language) });
        page.source = spoken(html, 'en');
      },
    },
  };
}

function spoken(html: string, language: Language): string {
  const { opening, openingNote } = WORDS[language];
  return html
    .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace('__OPENING__', opening)
    .replace('__OPENING_NOTE__', openingNote);
}
