/** The words around the handwriting of a typed signature, complete in every language of the service. */
import type { Language } from '@countersign/contract/languages';

export type HandWords = {
  legend: string;
  /** Of a hand, for whoever does not see it. */
  style: (number: number) => string;
  /** No hand has letters for the name. */
  plain: string;
};

export const HANDS_WORDS: Record<Language, HandWords> = {
  en: {
    legend: 'Handwriting',
    style: (number) => `Style ${number}`,
    plain: 'No handwriting here has these letters, so your name is set in plain type. You can draw it instead.',
  },
  de: {
    legend: 'Handschrift',
    style: (number) => `Schrift ${number}`,
    plain:
      'Keine der Handschriften hat diese Buchstaben, darum steht Ihr Name in Druckschrift. Sie können ihn auch zeichnen.',
  },
  fr: {
    legend: 'Écriture',
    style: (number) => `Style ${number}`,
    plain:
      'Aucune des écritures n’a ces lettres ; votre nom est donc composé en caractères ordinaires. Vous pouvez aussi le dessiner.',
  },
  es: {
    legend: 'Letra manuscrita',
    style: (number) => `Estilo ${number}`,
    plain:
      'Ninguna de las letras manuscritas tiene estos caracteres, así que su nombre aparece en letra normal. También puede dibujarlo.',
  },
  it: {
    legend: 'Grafia',
    style: (number) => `Stile ${number}`,
    plain:
      'Nessuna delle grafie ha queste lettere, perciò il nome è in caratteri normali. In alternativa può disegnarlo.',
  },
  nl: {
    legend: 'Handschrift',
    style: (number) => `Stijl ${number}`,
    plain: 'Geen van de handschriften heeft deze letters, dus staat uw naam in gewone letters. U kunt hem ook tekenen.',
  },
  pl: {
    legend: 'Pismo odręczne',
    style: (number) => `Styl ${number}`,
    plain:
      'Żadne z tych pism nie ma tych liter, dlatego imię i nazwisko jest złożone zwykłą czcionką. Można je też narysować.',
  },
  pt: {
    legend: 'Caligrafia',
    style: (number) => `Estilo ${number}`,
    plain:
      'Nenhuma das caligrafias tem estas letras, por isso o seu nome aparece em letra normal. Também o pode desenhar.',
  },
  ja: {
    legend: '手書き風の書体',
    style: (number) => `書体 ${number}`,
    plain: 'この文字を持つ手書き風の書体がないため、通常の書体で表示されます。代わりに手書きすることもできます。',
  },
  hi: {
    legend: 'हस्तलेख',
    style: (number) => `शैली ${number}`,
    plain: 'किसी भी हस्तलेख में ये अक्षर नहीं हैं, इसलिए आपका नाम सामान्य अक्षरों में दिखेगा। आप इसे बना भी सकते हैं।',
  },
  ar: {
    legend: 'خط اليد',
    style: (number) => `النمط ${number}`,
    plain: 'لا يحتوي أي من خطوط اليد على هذه الحروف، لذلك يظهر اسمك بخط عادي. يمكنك رسمه بدلاً من ذلك.',
  },
  he: {
    legend: 'כתב יד',
    style: (number) => `סגנון ${number}`,
    plain: 'באף אחד מכתבי היד אין אותיות אלה, ולכן שמך מופיע באותיות רגילות. אפשר גם לצייר אותו.',
  },
};
