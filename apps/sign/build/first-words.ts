/**
 * Inserts the first sentences of the signing page into its HTML, so that they appear one second earlier on a slow
 * connection. The build writes one page per language, and the server selects the one that the browser requests.
 */
import { ALL_LANGUAGES, directionOf, type Language } from '@countersign/contract/languages';
import { sign as en } from '@countersign/words/en/sign';
import { SIGN_WORDS, type SignWords } from '@countersign/words/sign';
import type { Plugin } from 'vite';

const PAGE = 'index.html';

/** A Vite plugin. `index.html` is in English, and every language has an `index.<language>.html`. */
export function firstWords(): Plugin {
  return {
    name: 'countersign:first-words',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== 'asset') throw new Error(`${PAGE} is not in this build`);
        const html = page.source.toString();
        for (const language of ALL_LANGUAGES) {
          const words = language === 'en' ? en : (await SIGN_WORDS[language]()).sign;
          this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source: spoken(html, language, words) });
        }
        page.source = spoken(html, 'en', en);
      },
    },
  };
}

function spoken(html: string, language: Language, { opening, openingNote }: SignWords): string {
  return html
    .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace('__OPENING__', opening)
    .replace('__OPENING_NOTE__', openingNote);
}
