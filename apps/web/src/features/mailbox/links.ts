/** The web addresses in an e-mail's text part, each once, in order, without closing punctuation. */
export function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/g) ?? [];
  const links = found.map((link) => link.replace(/[.,;:!?)\]]+$/, '')).filter((link) => URL.canParse(link));
  return [...new Set(links)];
}
