/**
 * The language of the page. The order of preference is: the language chosen in this tab, the language of the embedding
 * page, the recipient's language as set by the sender, and the browser's language. The recipient's language is not
 * known until the link has been opened, and still applies after the document is closed.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Words, wordsFor } from '../parts/words.ts';
import { type Language, languageOf, primaryOf } from '@countersign/contract/languages';
import { ENGLISH, load } from '../words/load.ts';
import { hostLanguage, onHostLanguage } from './host.ts';
import { loadLanguage, saveLanguage, tabStorage } from './session.ts';

export type Speech = {
  /**
   * The strings in this language. Null until they are loaded, so that the first lines do not appear in another
   * language.
   */
  words: Words | null;
  choose: (language: Language) => void;
};

export function useLanguage(ofView: string | null): Speech {
  const recipient = useRef<string | null>(null);
  recipient.current = ofView ?? recipient.current;
  const [chosen, setChosen] = useState(() => loadLanguage(tabStorage));
  const [ofHost, setOfHost] = useState(hostLanguage);
  useEffect(() => {
    setOfHost(hostLanguage());
    return onHostLanguage(setOfHost);
  }, []);
  const wishes = [chosen, ofHost, recipient.current, ...navigator.languages].filter((tag) => tag !== null);
  const wanted = languageOf(wishes) ?? ENGLISH.language;
  const [loaded, setLoaded] = useState(() => (wanted === ENGLISH.language ? { ...ENGLISH, wanted } : null));

  useEffect(() => {
    let over = false;
    void load(wanted).then((came) => {
      if (!over) setLoaded((known) => (known?.wanted === wanted ? known : { ...came, wanted }));
    });
    return () => {
      over = true;
    };
  }, [wanted]);

  // The date format follows the first language tag that contains a region and matches the loaded language.
  const locale = wishes.find((tag) => tag.includes('-') && primaryOf(tag) === loaded?.language);
  const spoken = useMemo(() => (loaded === null ? null : wordsFor(loaded, locale)), [loaded, locale]);
  // After the language is changed, the page stays unchanged until the new strings are loaded.
  const isChosen = chosen !== null || (ofHost !== null && ofView !== null);
  const words = loaded?.wanted === wanted || isChosen ? spoken : null;
  useEffect(() => {
    if (words === null) return;
    document.documentElement.lang = words.language;
    document.documentElement.dir = words.dir;
  }, [words]);

  const choose = (language: Language): void => {
    saveLanguage(tabStorage, language);
    setChosen(language);
  };
  return { words, choose };
}
