/** Defines how e-mail addresses are compared in registration, sign-in, invitations, recipients and single sign-on. */

/**
 * Returns the key for looking up an e-mail address. The key is in normal form (NFKC), so different spellings of one
 * address have the same key. The domain is written as in DNS: A-labels (RFC 5891 §4.4) in lower case (RFC 4343 §3).
 * Check the address with `addressFault` first. Otherwise, folding "K" (KELVIN SIGN) to "k" could open another person's
 * account.
 */
export function addressKey(address: string): string {
  const normal = address.normalize('NFKC');
  const at = normal.lastIndexOf('@') + 1;
  return normal.slice(0, at).toLowerCase() + domainOf(normal);
}

/** Returns the domain of an e-mail address as lower-case A-labels. Also accepts a domain without a local part. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return asciiDomain(domain) ?? asciiLowerCase(domain);
}

/**
 * Converts an e-mail address for mail servers without SMTPUTF8. The domain is converted to A-labels, and the part
 * before the @ is unchanged, so such servers may still refuse the address.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (asciiDomain(address.slice(at)) ?? address.slice(at));
}

/** The characters of an internationalized domain name (RFC 5892 §2): letters, marks, digits, hyphens and periods. */
const UNICODE_DOMAIN = /^(?:[\p{L}\p{M}\p{Nd}.\u00b7\u0375\u05f3\u05f4\u30fb-]|\p{Join_Control})+$/u;

/**
 * Converts a domain with characters beyond ASCII to A-labels, by IDNA 2008 without transitional mappings (Unicode TS
 * 46), so ß stays ß. Returns undefined for an ASCII domain and for a domain without an ASCII form.
 */
function asciiDomain(domain: string): string | undefined {
  if (IS_ASCII.test(domain) || !UNICODE_DOMAIN.test(domain)) return undefined;
  // The URL parser is the only IDNA implementation that both Node and browsers provide.
  const parsed = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : '';
  return /^[a-z0-9.-]*xn--[a-z0-9.-]+$/.test(parsed) ? parsed : undefined;
}

const IS_ASCII = /^[\x20-\x7e]*$/;

const asciiLowerCase = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Matches zero-width, bidirectional and other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Non-ASCII letters from Latin and other scripts that look like ASCII letters (Unicode TR 39, confusables). */
const LOOKALIKE = /[ıȷɑɡɩʏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυϲϳАВЕЅІЈКМНОРСТУХаегѕіјкорсухѵһԁԛԝӏՕԱՍօսցհոքյ]/u;
/** Valid combinations of scripts: a single script, or the scripts that one language uses together. */
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

/**
 * Explains why an address could be mistaken for another one, as the predicate of a sentence. Returns undefined for a
 * safe address.
 */
export function addressFault(address: string): string | undefined {
  if (IS_ASCII.test(address)) return undefined;
  if (address.normalize('NFKC') !== address) return 'must not contain look-alike characters';
  const at = address.lastIndexOf('@') + 1;
  const [local, domain] = [address.slice(0, at - 1), address.slice(at)];
  if (UNSEEN.test(local) || UNSEEN.test(domain.replaceAll(/\u200c|\u200d/g, '')))
    return 'must not contain invisible characters';
  const fault = lettersFault(local);
  if (fault !== undefined || IS_ASCII.test(domain)) return fault;
  if (asciiDomain(domain) === undefined) return 'must have a valid domain name after the @';
  if (domain.split('.').some((label) => lettersFault(label) !== undefined))
    return 'must use the ASCII form of its domain (xn--…), because some letters in it look like other letters';
  return undefined;
}

/** Checks whether letters in a label or a local part could be mistaken for others (Unicode TS 39 §5). */
function lettersFault(text: string): string | undefined {
  const letters = text.replaceAll(/[^\p{L}\p{M}]|\p{Script=Inherited}/gu, '');
  if (!SCRIPTS.some((script) => script.test(letters))) return 'must not mix letters from different scripts';
  const foreign = [...letters].filter((letter) => !/[A-Za-z]/.test(letter));
  const isLookalike = foreign.length > 0 && foreign.every((letter) => LOOKALIKE.test(letter));
  return isLookalike ? 'must not contain letters that look like other letters' : undefined;
}
