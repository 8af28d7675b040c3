/** What people typed, made fit for a mail: one line where one line belongs, no invisible characters, sensible lengths. */

/**
 * Explicit embeddings, overrides and isolates (Unicode TR9 §2). A title can use them to show itself backwards or to reach
 * into our own words; letters that are written from right to left need none of them.
 */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/gu;
/** Controls but the line feed, byte order marks and tag characters. */
const UNSEEN = /(?!\n)[\p{Cc}\uFEFF\u{E0000}-\u{E007F}]/gu;

/** One line of text without controls, white space collapsed. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/gu, ' ').trim();
}

/** Text with its line breaks kept, at most one empty line between paragraphs. */
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
 * Text of at most `max` UTF-16 code units. What is longer ends in "…", after a word where one ends in the last third,
 * and never inside an emoji or between a letter and its accent.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(text.slice(0, max))) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  const space = kept.lastIndexOf(' ');
  // Without this a cut in the middle of "between" would leave "betw…".
  if (!text.startsWith(' ', kept.length) && space > (max * 2) / 3) kept = kept.slice(0, space);
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

const COLUMNS = 72;

/** Paragraphs wrapped to 72 columns, each line behind `prefix`. Longer words are broken, since some scripts have no spaces. */
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

/** "Label: value", later lines indented: a long title must not put a line of its own choosing among ours. */
export function wrapFact(label: string, value: string): string {
  return wrapLine(`${label}: ${value}`, COLUMNS - 2).join('\n  ');
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ').flatMap((part) => breakWord(part, width))) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

function breakWord(word: string, width: number): string[] {
  if (word.length <= width) return [word];
  const parts = [''];
  for (const { segment } of GRAPHEMES.segment(word)) {
    if ((parts.at(-1) ?? '').length + segment.length > width) parts.push('');
    parts.push((parts.pop() ?? '') + segment);
  }
  return parts;
}
