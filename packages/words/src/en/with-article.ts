/** Adds "a" or "an". The words are roles, kinds of fields and their properties. */
export const withArticle = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
