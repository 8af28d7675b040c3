/** Returns the web addresses in the text part of an e-mail in order, each once and without trailing punctuation. */
export function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
  const links = found.map((link) => link.replace(/[.,;:!?)\]]+$/, '')).filter((link) => URL.canParse(link));
  return [...new Set(links)];
}
