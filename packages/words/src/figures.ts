/**
 * Formats numbers for a language, and selects the plural forms of the nouns after them (Unicode TR35, plural rules).
 */
import type { Language } from '@countersign/contract/languages';

type Two = 'one' | 'other';
/** The plural forms for whole numbers. Round millions, which some languages treat differently, use the common form. */
type Forms = {
  en: Two;
  de: Two;
  fr: Two;
  es: Two;
  it: Two;
  pt: Two;
  nl: Two;
  hi: Two;
  ja: 'other';
  he: Two | 'two';
  pl: Two | 'few' | 'many';
  ar: Two | 'zero' | 'two' | 'few' | 'many';
};

export function figuresIn<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const number = (value: number): string => numbers.format(value);
  /** The text for each plural form, with # for the number. A missing form is a compile error. */
  const counted =
    (forms: Readonly<Record<Forms[L] | 'other', string>>) =>
    (count: number): string => {
      const { [rules.select(count)]: form, other } = forms as Partial<Record<Intl.LDMLPluralRule, string>>;
      return (form ?? other ?? '').replace('#', number(count));
    };
  return { number, counted };
}
