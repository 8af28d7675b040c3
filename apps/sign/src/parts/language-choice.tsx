/** The languages of the page, each by its own name, so that whoever cannot read the page finds theirs. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ALL_LANGUAGES, type Language, languageOf, LANGUAGES } from '@countersign/contract/languages';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

export const ChooseLanguage = createContext<(language: Language) => void>(() => undefined);

export function LanguageChoice() {
  const { m, language } = useWords();
  const choose = useContext(ChooseLanguage);
  return (
    <label class="language">
      <Icon name="globe" size={18} />
      <span class="sr">{m.language}</span>
      <select
        value={language}
        onChange={({ currentTarget }) => {
          const chosen = languageOf([currentTarget.value]);
          if (chosen !== null) choose(chosen);
        }}
      >
        {ALL_LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
