/** Splits Markdown into texts for review: the sentences of paragraphs and lists, and the cells of tables. */
import type { ReadableText } from './readable-texts.ts';

/** Code blocks and headings are left out. The text of a table cell includes the names of its row and its column. */
export function markdownTexts(source: string): ReadableText[] {
  const texts: ReadableText[] = [];
  const lines = source.replace(/^---\n[^]*?\n---\n/, (front) => front.replaceAll(/[^\n]/g, '')).split('\n');
  let isFenced = false;
  let columns: string[] | undefined;
  let paragraph: { line: number; text: string } | undefined;
  const end = (): void => {
    for (const text of paragraph ? sentences(paragraph.text) : [])
      texts.push({ kind: 'docs', line: paragraph?.line ?? 0, text });
    paragraph = undefined;
  };
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/^(?:>\s?)+/, '');
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const isTable = /^\s*\|/.test(line);
    const isBreak = isFenced || isTable || /^\s*(?:$|#|```|~~~|<|!?\[[^\]]*\]: |\s{4}\S)/.test(line);
    if (!isTable || isFenced) columns = undefined;
    if (isBreak || /^\s*(?:[-*+]|\d+\.)\s/.test(line)) end();
    if (isTable && !isFenced) {
      const cells = line
        .trim()
        .replaceAll(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll(/\s+/g, ' '));
      if (columns === undefined) columns = cells;
      else if (!/^[\s|:-]+$/.test(line)) texts.push(...cellTexts(columns, cells, index + 1));
    } else if (!isBreak) {
      const text = line.trim().replace(/^(?:[-*+]|\d+\.)\s+/, '');
      paragraph = paragraph ? { ...paragraph, text: `${paragraph.text} ${text}` } : { line: index + 1, text };
    }
  }
  end();
  return texts.filter(({ text }) => isProse(text));
}

function cellTexts(columns: readonly string[], cells: readonly string[], line: number): ReadableText[] {
  return cells.flatMap((cell, index) => {
    const row = index > 0 && (cells[0]?.length ?? 0) <= 80 ? `${cells[0]} | ` : '';
    return isProse(cell)
      ? [{ kind: 'docs' as const, line, text: `${row}${columns[index] ? `${columns[index]}: ` : ''}${cell}` }]
      : [];
  });
}

/** Whether the text contains words other than links, code and figures. */
function isProse(text: string): boolean {
  const words = text.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)|https?:\S+/g, ' ').split(/\s+/);
  return words.filter((word) => /\p{L}{2}/u.test(word)).length >= 3;
}

/**
 * A sentence that refers to the one before it, for example with “it” or “otherwise”, is not split off, because people
 * read the two together.
 */
function sentences(paragraph: string): string[] {
  const parts = paragraph.split(/(?<=[\p{Ll}\d)`”"*\]][.?!:]\**) (?=[“"(*[`]*[\p{Lu}`])/u);
  const joined: string[] = [];
  for (const part of parts) {
    const continues =
      /^(?:Its|Their|Th(?:is|at|e?se|ose|en)|Otherwise|Both|Each|Such|So|None|Neither|Instead|Here|If not|(?:After|Before|For|Until|In) th(?:is|at|en)|The others?|Others|Without)\b|\b(?:it|they|them)\b/i.test(
        part,
      );
    if (continues && joined.length > 0) joined.push(`${joined.pop()} ${part}`);
    else joined.push(part);
  }
  return joined;
}
