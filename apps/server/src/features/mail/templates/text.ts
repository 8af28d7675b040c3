/** Cleans user input for e-mails: single lines, no invisible characters, limited lengths. */
import { graphemesOf } from '../../../platform/graphemes.ts';

/**
 * Explicit embeddings, overrides and isolates (Unicode TR9 §2). With these characters, a title could appear reversed or
 * affect our own text. Right-to-left text does not need them.
 */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Control characters (except the line feed), byte order marks, and tag characters. */
const UNSEEN = /(?!\n)[\p{Cc}\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Removes control characters and collapses white space. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/gu, ' ').trim();
}

/** Keeps line breaks, and at most one empty line between paragraphs. */
export function manyLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(BIDI_CONTROLS, '')
    .replace(UNSEEN, ' ')
    .replace(/[^\S\n]+\n/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/**
 * Shortens a string to at most `max` UTF-16 code units. A shortened string ends in "…". It is cut after a word if a
 * word ends in the last third, and never within an emoji or between a letter and its accent.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of graphemesOf(text.slice(0, max))) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  const space = kept.lastIndexOf(' ');
  // Removes a word that was cut in two, so that "between" does not become "betw…".
  if (!text.startsWith(' ', kept.length) && space > (max * 2) / 3) kept = kept.slice(0, space);
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`;
}

const COLUMNS = 72;

/**
 * Wraps paragraphs to 72 columns, starting each line with `prefix`. Long words are broken, because some scripts have no
 * spaces.
 */
export function wrap(text: string, prefix = ''): string {
  return text
    .split('\n')
    .map((line) =>
      wrapLine(line, COLUMNS - prefix.length)
        .map((part) => (prefix + part).trimEnd())
        .join('\n'),
    )
    .join('\n');
}

/** Indents all lines after the first, because a long title must not be able to imitate one of our lines. */
export function wrapFact(label: string, value: string): string {
  return wrapLine(`${label}: ${value}`, COLUMNS - 2).join('\n  ');
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.split(' ').flatMap((part) => breakWord(part, width))) {
    const added = columns(word);
    if (current !== '' && used + 1 + added > width) {
      lines.push(current);
      current = word;
      used = added;
    } else {
      used = current === '' ? added : used + 1 + added;
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** Characters that cannot start a line in Japanese (JIS X 4051): closing punctuation and small letters. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}、。，．：；？！ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ）]/u;

function breakWord(word: string, width: number): string[] {
  if (columns(word) <= width) return [word];
  const parts = [''];
  for (const { segment } of graphemesOf(word)) {
    const current = parts.at(-1) ?? '';
    // A punctuation character must stay with its word, so one column is reserved for it.
    if (columns(current) + columns(segment) > width - 2 && !NOT_FIRST.test(segment)) parts.push('');
    else if (columns(current) + columns(segment) > width) parts.push('');
    parts.push((parts.pop() ?? '') + segment);
  }
  return parts;
}

const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/gu;
/**
 * The isolate characters, which separate the values in the plain text of a right-to-left e-mail. They have no width.
 */
const NO_WIDTH = /[\u2066-\u2069]/gu;
/**
 * The lowest code points of wide and zero-width characters. Most words have no such characters and can be measured
 * directly.
 */
const FIRST_OF_OTHER_WIDTHS = /[\u1100-\uFFFF]/u;

/** The width in a fixed-width font, in which ideographs and kana take two columns. */
export function columns(text: string): number {
  if (!FIRST_OF_OTHER_WIDTHS.test(text)) return text.length;
  return text.length + (text.match(WIDE)?.length ?? 0) - (text.match(NO_WIDTH)?.length ?? 0);
}
