/** With "a" or "an". The words that are inserted are roles, kinds of fields and their properties. */
export const withArticle = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
