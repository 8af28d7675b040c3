/** The registration of a legal person in the form used by certificates (EN 319 412-1 clause 5.1.4). */

/**
 * Consists of a kind (VAT number, national trade register, payment service provider, or a national scheme as two
 * letters and a colon), the country of the register (ISO 3166-1), a hyphen, and the registration number.
 */
const REGISTERED = /^(?:VAT|NTR|PSD|[A-Z]{2}:)[A-Z]{2}-[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** For payment service providers, the country's competent authority precedes the number (TS 119 495 clause 5.2.1). */
const PAYMENT = /^PSD[A-Z]{2}-[A-Z]{2,8}-.+$/;
const LEI = /^LEIXG-([0-9A-Z]{18}[0-9]{2})$/;

export const ORGANIZATION_IDENTIFIER_RULE =
  'must consist of a register type, a country and a number, such as VATDE-123456789, NTRGB-12345678, PSDPL-PFSA-1234567890 or LEIXG-529900T8BM49AURSDO55';

export function isOrganizationIdentifier(text: string): boolean {
  const lei = LEI.exec(text)?.[1];
  if (lei !== undefined) return hasCheckDigits(lei);
  if (text.startsWith('PSD')) return PAYMENT.test(text) && REGISTERED.test(text);
  return REGISTERED.test(text);
}

/**
 * Checks an LEI (ISO 17442): with letters converted to 10 to 35, the remainder modulo 97 must be 1 (ISO/IEC 7064, MOD
 * 97-10).
 */
function hasCheckDigits(lei: string): boolean {
  let remainder = 0;
  for (const character of lei)
    for (const digit of Number.parseInt(character, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
