/** Adds "a" or "an" before a role, a kind of field or one of its properties. */
export const withArticle = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
