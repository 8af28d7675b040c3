/** The languages of the page, each under its own name, so that people who cannot read the page find their language. */
import { ALL_LANGUAGES, type Language, languageOf, LANGUAGES } from '@countersign/contract/languages';
import { Icon } from './icon.tsx';

type Props = { label: string; language: Language; choose: (language: Language) => void };

export function LanguageSelect({ label, language, choose }: Props) {
  return (
    <label class="language">
      <Icon name="globe" size={18} />
      <span class="sr">{label}</span>
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
