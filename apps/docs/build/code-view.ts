/** Renders code on a page. The page's script adds a copy button and the tabs of a group. */
import { escapeHtml, highlighted, titleOf } from './highlight.ts';

/**
 * Renders a block that can be scrolled with the keyboard.
 *
 * @param heading the heading of the section that contains the block
 */
export function codeBlock(code: string, language: string, title = titleOf(language), heading = ''): string {
  const name = escapeHtml(title);
  const label = heading === '' ? `${name} code` : `${escapeHtml(heading)}: ${name}`;
  return `<div class="code" data-language="${name}"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(code.replace(/\n$/, ''), language)}</code></pre></div>\n`;
}

export const tabbed = (blocks: readonly string[]): string => `<div class="tabs">${blocks.join('')}</div>\n`;
