/** Returns the code blocks in one language from a page, so that a test can run them. */
export const codeBlocks = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
