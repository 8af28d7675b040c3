/** Code on a page. The script of the page adds the button that copies it, and the tabs of a group. */
import { escapeHtml, highlighted, titleOf } from './highlight.ts';

/**
 * A block that can be scrolled by keyboard.
 *
 * @param heading of the part of the page that the block is in
 */
export function codeBlock(code: string, language: string, title = titleOf(language), heading = ''): string {
  const name = escapeHtml(title);
  const label = heading === '' ? `${name} code` : `${escapeHtml(heading)}: ${name}`;
  return `<div class="code" data-language="${name}"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(code.replace(/\n$/, ''), language)}</code></pre></div>\n`;
}

export const tabbed = (blocks: readonly string[]): string => `<div class="tabs">${blocks.join('')}</div>\n`;
