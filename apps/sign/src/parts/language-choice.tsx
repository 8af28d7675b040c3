import type { Language } from '@countersign/contract/languages';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { LanguageSelect } from './language-select.tsx';
import { useWords } from './words.ts';

export const ChooseLanguage = createContext<(language: Language) => void>(() => undefined);

/** The language selection on the signing page. */
export function LanguageChoice() {
  const { m, language } = useWords();
  return <LanguageSelect label={m.language} language={language} choose={useContext(ChooseLanguage)} />;
}
