import { NativeSelect } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { LANGUAGES, languageOf } from '@countersign/contract/languages';
import { appLanguages, chooseLanguage, shownLanguage } from '../../api/language.ts';
import { m } from './texts.ts';
import classes from './Account.module.css';

/** Lets people who are not signed in choose a language. After sign-in, the profile's language applies. */
export function LanguageChoice() {
  const languages = appLanguages();
  if (languages.length < 2) return null;
  return (
    <NativeSelect
      className={classes['language']}
      variant="unstyled"
      size="sm"
      aria-label={m.accountLayout.language}
      leftSection={<IconWorld size={18} stroke={1.7} />}
      value={shownLanguage()}
      data={languages.map((value) => ({ value, label: LANGUAGES[value] }))}
      onChange={(event) => {
        const language = languageOf([event.currentTarget.value]);
        if (language !== null) chooseLanguage(language);
      }}
    />
  );
}
