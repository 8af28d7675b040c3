/** Code on a page. The script of the page adds the button that copies it, and the tabs of a group. */
import { escapeHtml, highlighted, titleOf } from './highlight.ts';

/** A block that scrolls by keyboard. */
export function codeBlock(code: string, language: string, title = titleOf(language)): string {
  const name = escapeHtml(title);
  return `<div class="code" data-language="${name}"><pre tabindex="0" role="region" aria-label="${name} code"><code>${highlighted(code.replace(/\n$/, ''), language)}</code></pre></div>\n`;
}

export const tabbed = (blocks: readonly string[]): string => `<div class="tabs">${blocks.join('')}</div>\n`;
