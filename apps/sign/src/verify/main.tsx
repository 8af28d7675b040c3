import type { Language } from '@countersign/contract/languages';
import { render } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '@countersign/ui-kit/tokens.css';
import '../styles/base.css';
import '../styles/letter.css';
import '../styles/verify.css';
import { loadLanguage, saveLanguage, tabStorage } from '../flow/session.ts';
import { Page } from './page.tsx';
import { wordsFor } from './words/index.ts';
import type { VerifyWords } from '@countersign/words/verify';

const root = document.getElementById('app');
if (root === null) throw new Error('verify.html has no element with the id "app"');

/** The page and its report stay unchanged until the strings of another language are loaded. */
function App({ first }: { first: VerifyWords }) {
  const [words, setWords] = useState(first);
  const wanted = useRef<Language>(first.locale);
  useLayoutEffect(() => {
    document.documentElement.lang = words.locale;
    document.documentElement.dir = words.direction;
    document.title = `${words.title} · Countersign`;
  }, [words]);
  const choose = (language: Language): void => {
    wanted.current = language;
    saveLanguage(tabStorage, language);
    void wordsFor([language]).then((came) => {
      if (wanted.current === language) setWords(came);
    });
  };
  return <Page words={words} choose={choose} />;
}

/** The language chosen in this tab, on this page or on a signing page. Otherwise, the browser's language. */
const chosen = loadLanguage(tabStorage);
const first = await wordsFor([...(chosen === null ? [] : [chosen]), ...navigator.languages]);
render(<App first={first} />, root);
