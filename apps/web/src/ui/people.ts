/**
 * Returns initials in any script: the first letters of the first and last word of the name. If there is no name, the
 * address is used.
 */
export function initials(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = (word: string | undefined) =>
    word === undefined ? '' : String.fromCodePoint(word.codePointAt(0) ?? 63);
  if (words.length === 0) return first(email).toLocaleUpperCase();
  const last = words.length > 1 ? first(words.at(-1)) : '';
  return (first(words[0]) + last).toLocaleUpperCase();
}

/**
 * The colors of recipients on white pages. Green, amber and red are excluded, because they mean done, waiting and
 * refused.
 */
const RECIPIENT_COLORS = [
  '#2b4fb8',
  '#8e2a8b',
  '#0a6375',
  '#7a4a1f',
  '#5b3cc4',
  '#ad2467',
  '#475569',
  '#1d3a5f',
] as const;

export const recipientColor = (index: number): string =>
  RECIPIENT_COLORS[index % RECIPIENT_COLORS.length] ?? RECIPIENT_COLORS[0];

/**
 * Whether a string could be an e-mail address. It detects obvious errors before sending, and the server makes the final
 * check, using the contract.
 */
export const isEmailAddress = (text: string): boolean =>
  text.trim().length <= 254 && /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]{2,}$/.test(text.trim());
