/** Numbers as a language writes them, and what follows them in the form that the number asks for (Unicode TR35, plural rules). */
import type { Language } from '@countersign/contract/languages';

type Two = 'one' | 'other';
/** The forms that whole numbers take; that of round millions is the common one in what is counted here. */
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
  /** A text for each form, with # for the number: a form that the language needs and lacks does not compile. */
  const counted =
    (forms: Readonly<Record<Forms[L] | 'other', string>>) =>
    (count: number): string => {
      const { [rules.select(count)]: form, other } = forms as Partial<Record<Intl.LDMLPluralRule, string>>;
      return (form ?? other ?? '').replace('#', number(count));
    };
  return { number, counted };
}
