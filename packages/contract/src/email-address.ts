/** How addresses are compared, everywhere: registration, login, invitations, recipients, single sign-on. */

/**
 * What an address is found by. In normal form (NFKC), so that one address written in two ways is one; the domain in lower case as
 * DNS has it, which knows ASCII alone (RFC 4343 §3). Whatever comes in has passed `addressFault`: folding "K" (KELVIN SIGN) to "k"
 * would otherwise open the account of somebody else.
 */
export function addressKey(address: string): string {
  const normal = address.normalize('NFKC');
  const at = normal.lastIndexOf('@') + 1;
  return normal.slice(0, at).toLowerCase() + asciiLowerCase(normal.slice(at));
}

/** Of an address, or the domain itself. */
export function domainOf(address: string): string {
  return asciiLowerCase(address.slice(address.lastIndexOf('@') + 1));
}

const asciiLowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Zero-width, bidirectional and other characters that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const ASCII_DOMAIN = /@[\x21-\x7e]*$/;
/** Of other scripts, and of Latin beyond ASCII: letters that look like those of ASCII (Unicode TR 39, confusables). */
const LOOKALIKE = /[ıȷɑɡɩʏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυϲϳАВЕЅІЈКМНОРСТУХаегѕіјкорсухѵһԁԛԝӏՕԱՍօսցհոքյ]/u;
/** What is written together: one script, or those of one language. */
const SCRIPTS: readonly RegExp[] = [
  /^\p{Script=Latin}*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thai',
    'Tibetan',
  ].map((script) => new RegExp(`^\\p{Script=${script}}*$`, 'u')),
];

/** Why an address could be taken for another one, as a predicate; undefined for one that cannot. */
export function addressFault(address: string): string | undefined {
  if (/^[\x20-\x7e]*$/.test(address)) return undefined;
  if (UNSEEN.test(address)) return 'must not contain characters that are not seen';
  if (address.normalize('NFKC') !== address) return 'must not contain characters that stand for others';
  if (!ASCII_DOMAIN.test(address)) return 'must have a domain in its ASCII form (xn--…)';
  const letters = address.slice(0, address.lastIndexOf('@')).replaceAll(/[^\p{L}\p{M}]|\p{Script=Inherited}/gu, '');
  if (!SCRIPTS.some((script) => script.test(letters))) return 'must not mix letters of several scripts';
  const foreign = [...letters].filter((letter) => !/[A-Za-z]/.test(letter));
  const isLookalike = foreign.length > 0 && foreign.every((letter) => LOOKALIKE.test(letter));
  return isLookalike ? 'must not contain letters that look like others' : undefined;
}
