/** The code blocks of a page in one language, so that a test can run them. */
export const codeBlocks = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
