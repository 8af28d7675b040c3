/** The parts of a page that matter for suggesting fields: text, and blanks to fill in. */
import { isApart, letterOf, union } from '../page-view.ts';
import type { PageBox, PageCharacter, PageSize, PageWidget } from '../pdfium/index.ts';

/** Words that follow one another without a wide gap. */
export type Segment = PageBox & { readonly text: string };

/**
 * A blank to fill in. `line` is a blank above a line, `frame` is inside a rectangle, and `square` is a small box to
 * tick.
 */
export type Blank = PageBox & {
  readonly shape: 'line' | 'frame' | 'square';
  /** True for an empty cell of a table with more than two columns. Such a table is a list and not a form. */
  readonly isListed?: boolean;
};

export type PageFacts = PageSize & {
  readonly segments: readonly Segment[];
  readonly blanks: readonly Blank[];
  readonly widgets: readonly PageWidget[];
};

/** Matches underscores, dots or dashes that form a blank to fill in. */
const LINE_OF_CHARACTERS = /[_＿]{4,}|\.{7,}|…{3,}|[‐‑–—-]{8,}/gu;
const SQUARE_CHARACTERS = /[□☐▢❏❑]/u;
/**
 * The maximum number of pieces of text or paths on a page. A page with more of them shows a drawing or a large table.
 * Because every pair is compared, no fields are suggested there.
 */
const MAX_PARTS = 1500;
const MAX_PATHS = 4000;
const MIN_LINE_WIDTH = 45;
const MAX_LINE_HEIGHT = 2.5;
const SQUARE = { min: 6, max: 18 };
const FRAME = { minWidth: 45, minHeight: 12, maxHeight: 110 };

export function pageFacts(
  size: PageSize,
  characters: readonly PageCharacter[],
  paths: readonly PageBox[],
  widgets: readonly PageWidget[],
): PageFacts {
  const { segments: torn, blanks } = readCharacters(characters);
  if (torn.length > MAX_PARTS || paths.length > MAX_PATHS) return { ...size, segments: [], blanks: [], widgets };
  const segments = joined(torn);
  const thin = paths.filter(({ width, height }) => height <= MAX_LINE_HEIGHT && width >= 6);
  const upright = paths.filter(({ width, height }) => width <= MAX_LINE_HEIGHT && height >= 6);
  const { cells, rest } = tableCells(thin, upright);
  const drawn = mergedLines(rest).filter(
    (line) => line.width >= MIN_LINE_WIDTH && !segments.some((text) => underlines(line, text)),
  );
  const frames = paths.filter(
    ({ width, height }) =>
      width >= FRAME.minWidth && height >= FRAME.minHeight && height <= FRAME.maxHeight && width < 0.9 * size.width,
  );
  const squares = paths.filter(({ width, height }) => isSquare(width, height));
  return {
    ...size,
    segments,
    blanks: distinct([
      ...blanks,
      ...squares.map((box): Blank => ({ ...box, shape: 'square' })),
      ...[...frames.map((box): Blank => ({ ...box, shape: 'frame' })), ...cells].filter(
        (frame) => frame.width >= FRAME.minWidth && !segments.some((text) => isOver(text, frame)),
      ),
      ...drawn.map((box): Blank => ({ ...box, shape: 'line' })),
    ]),
    widgets,
  };
}

const isSquare = (width: number, height: number): boolean =>
  width >= SQUARE.min && width <= SQUARE.max && Math.abs(width - height) <= 0.25 * width;

/** Splits lines of text at wide gaps, and at series of characters such as underscores, which form a blank. */
function readCharacters(characters: readonly PageCharacter[]): { segments: Segment[]; blanks: Blank[] } {
  const segments: Segment[] = [];
  const blanks: Blank[] = [];
  let text = '';
  let boxes: (PageBox | undefined)[] = [];
  let box: PageBox | undefined;
  const flush = (): void => {
    split(text, boxes, segments, blanks);
    text = '';
    boxes = [];
    box = undefined;
  };
  for (const character of characters) {
    const letter = letterOf(character.codePoint);
    if (letter === '\n') {
      flush();
      continue;
    }
    if (character.box !== undefined && letter.trim() !== '') {
      if (box !== undefined && (isApart(box, character.box) || gapOf(box, character.box) > 1.6 * character.box.height))
        flush();
      box = box === undefined ? character.box : union(box, character.box);
    }
    for (let unit = 0; unit < letter.length; unit += 1) boxes.push(letter.trim() === '' ? undefined : character.box);
    text += letter;
  }
  flush();
  return { segments, blanks };
}

export const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const gapOf = (a: PageBox, b: PageBox): number => Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width));

function split(text: string, boxes: readonly (PageBox | undefined)[], segments: Segment[], blanks: Blank[]): void {
  const boxOf = (from: number, to: number): PageBox | undefined =>
    boxes.slice(from, to).reduce((sum, box) => (sum && box ? union(sum, box) : (sum ?? box)), undefined);
  let at = 0;
  const keep = (to: number): void => {
    const words = text.slice(at, to);
    const box = boxOf(at, to);
    if (box === undefined || words.trim() === '') return;
    const square = SQUARE_CHARACTERS.exec(words);
    const squareBox = square ? boxes[at + square.index] : undefined;
    if (squareBox) blanks.push({ ...squareBox, shape: 'square' });
    const rest = words.replace(SQUARE_CHARACTERS, '').trim();
    if (rest !== '') segments.push({ ...box, text: rest });
  };
  for (const match of text.matchAll(LINE_OF_CHARACTERS)) {
    keep(match.index);
    at = match.index + match[0].length;
    const box = boxOf(match.index, at);
    // Letters of these scripts extend below the baseline, where a form has its line.
    if (box && box.width >= MIN_LINE_WIDTH / 2)
      blanks.push({ x: box.x, y: box.y + box.height * 0.85, width: box.width, height: 0.5, shape: 'line' });
  }
  keep(text.length);
}

/**
 * Joins pieces of one line that touch, because some scripts draw letters apart. In Arabic and Hebrew, the right piece
 * comes first.
 */
function joined(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.findLastIndex((one) => isNextTo(one, segment));
    const before = result[last];
    if (before) {
      const isRtl = RTL.test(before.text + segment.text);
      const [first, second] = before.x < segment.x !== isRtl ? [before, segment] : [segment, before];
      result[last] = { ...union(before, segment), text: `${first.text}${isRtl ? '' : ' '}${second.text}` };
    } else result.push(segment);
  }
  return result;
}

function isNextTo(a: Segment, b: Segment): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const gap = gapOf(a, b);
  return overlap > 0.7 * Math.min(a.height, b.height) && gap > -2 && gap < 0.35 * Math.min(a.height, b.height);
}

const MAX_TABLE_LINES = 400;
const TOUCH = 2;

/**
 * Returns the cells of tables, and the lines that belong to no table. A table is a set of lines that touch, at least
 * two of them vertical.
 */
function tableCells(thin: readonly PageBox[], upright: readonly PageBox[]): { cells: Blank[]; rest: PageBox[] } {
  if (upright.length < 2 || thin.length + upright.length > MAX_TABLE_LINES) return { cells: [], rest: [...thin] };
  const cells: Blank[] = [];
  const rest: PageBox[] = [];
  for (const group of touching([...thin, ...upright])) {
    const flat = group.filter((line) => line.width > line.height);
    const tall = group.filter((line) => line.width <= line.height);
    const xs = places(tall.map(({ x, width }) => x + width / 2));
    const ys = places(flat.map(({ y, height }) => y + height / 2));
    if (xs.length < 2 || ys.length < 2) {
      rest.push(...flat);
      continue;
    }
    for (const [row, y] of ys.slice(0, -1).entries())
      for (const [column, x] of xs.slice(0, -1).entries())
        cells.push({
          x,
          y,
          width: (xs[column + 1] ?? x) - x,
          height: (ys[row + 1] ?? y) - y,
          shape: 'frame',
          isListed: xs.length > 3,
        });
  }
  return { cells, rest };
}

function places(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.filter((value, at) => at === 0 || value - (sorted[at - 1] ?? 0) > TOUCH);
}

function touching(lines: readonly PageBox[]): PageBox[][] {
  const groups: PageBox[][] = [];
  for (const line of lines) {
    const near = groups.filter((group) => group.some((one) => touches(one, line)));
    for (const group of near.slice(1)) groups.splice(groups.indexOf(group), 1);
    if (near[0]) near[0].push(line, ...near.slice(1).flat());
    else groups.push([line]);
  }
  return groups;
}

const touches = (a: PageBox, b: PageBox): boolean =>
  a.x - TOUCH <= b.x + b.width &&
  b.x - TOUCH <= a.x + a.width &&
  a.y - TOUCH <= b.y + b.height &&
  b.y - TOUCH <= a.y + a.height;

/** Joins lines that continue one another, such as dashes, into one line. */
function mergedLines(lines: readonly PageBox[]): PageBox[] {
  const merged: PageBox[] = [];
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = merged.at(-1);
    const continues =
      last && Math.abs(last.y - line.y) <= 0.7 && line.x - (last.x + last.width) <= 3 && line.x >= last.x;
    if (continues) merged[merged.length - 1] = union(last, line);
    else merged.push(line);
  }
  return merged;
}

/** Returns whether the line below a piece of text only underlines it. */
function underlines(line: PageBox, text: Segment): boolean {
  const below = line.y - (text.y + text.height);
  const overlap = Math.min(line.x + line.width, text.x + text.width) - Math.max(line.x, text.x);
  return below > -0.45 * text.height && below < 4 && overlap > 0.8 * line.width;
}

const isOver = (text: PageBox, frame: PageBox): boolean => {
  const width = Math.min(text.x + text.width, frame.x + frame.width) - Math.max(text.x, frame.x);
  const height = Math.min(text.y + text.height, frame.y + frame.height) - Math.max(text.y, frame.y);
  return width > 2 && height > 0.5 * Math.min(text.height, frame.height);
};

/** Drops each blank that coincides with an earlier one. For example, a frame is also found as four lines. */
function distinct(blanks: readonly Blank[]): Blank[] {
  if (blanks.length > MAX_PARTS) return [];
  const kept: Blank[] = [];
  for (const blank of blanks) if (!kept.some((one) => coincide(one, blank))) kept.push(blank);
  return kept;
}

function coincide(a: Blank, b: Blank): boolean {
  const overlap = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  if (overlap < 0.6 * Math.min(a.width, b.width)) return false;
  if (a.shape === 'frame' && b.shape === 'line') return b.y > a.y - 3 && b.y < a.y + a.height + 3;
  if (a.shape === 'square') return b.y > a.y - 3 && b.y < a.y + a.height + 3;
  return Math.abs(a.y - b.y) < 3 && Math.abs(a.y + a.height - (b.y + b.height)) < 3;
}
