import type { Appearance, AppearancePlan, FontResource } from '@countersign/pdf-sign';

import { num } from '../appearance/content.ts';
import { wrapLines } from '../appearance/line-breaks.ts';
import { disc, drawDividers, drawFrame, insetOf } from './field-frame.ts';
import type { FieldLine, FieldSetter } from './field-setter.ts';
import { cellsOf } from './field-setter.ts';

export interface DrawnAppearance {
  readonly appearance: Appearance;
  readonly missing: readonly string[];
}

type Content<Kind> = Extract<AppearancePlan['content'], { kind: Kind }>;
type Align = Content<'text'>['align'];
/** The box of a field, in points. */
interface Room {
  readonly width: number;
  readonly height: number;
  /** `inset` is the width of the border, and `pad` is the distance of text from the edge. */
  readonly inset: number;
  readonly pad: number;
}

const LEADING = 1.15;
const MIN_SIZE = 4;
const LONG_TEXT_SIZE = 12;
/** Automatic font size, as a share of the height of the field. */
const SIZE_OF_HEIGHT = 0.78;
/** Distance from the middle of a line down to the baseline, as a share of the font size. */
const BELOW_MIDDLE = 0.38;
/** Distance from the top of a line down to the baseline, as a share of the font size. */
const BELOW_TOP = 0.93;
const MAX_LINES = 1000;
const DINGBATS: FontResource = { kind: 'standard', baseFont: 'ZapfDingbats' };
/** Widths of common ZapfDingbats marks, in thousandths of an em. */
const SIGN_WIDTHS: Readonly<Record<string, number>> = { '4': 846, '8': 677, H: 816, l: 791, n: 761, u: 788 };
const SIGN_WIDTH = 790;
/** Background of selected options: light blue, on which black text is readable. */
const CHOSEN = '0.6 0.757 0.855 rg';

/** Draws a field based on its value, as PDF readers do (ISO 32000-2 12.7.4.3). */
export function drawAppearance(plan: AppearancePlan, setter: FieldSetter): DrawnAppearance {
  const { width, height } = plan.box;
  const inset = insetOf(plan);
  const room = { width, height, inset, pad: Math.max(2, inset + plan.frame.width) };
  const lines: FieldLine[] = [];
  const content = drawContent(plan, { setter: recording(setter, lines), room });
  const clip = `${num(inset)} ${num(inset)} ${num(Math.max(0, width - 2 * inset))} ${num(Math.max(0, height - 2 * inset))} re W n`;
  const inner = content.length === 0 ? [] : ['q', clip, ...content, 'Q'];
  const isText = plan.content.kind !== 'mark';
  return {
    appearance: {
      width,
      height,
      content: [...drawFrame(plan), ...(isText ? ['/Tx BMC', ...inner, 'EMC'] : inner)].join('\n'),
      resources: { fonts: isText ? (content.length === 0 ? [] : setter.fonts) : [{ name: 'ZaDb', font: DINGBATS }] },
    },
    missing: [...new Set(lines.flatMap((line) => line.missing))],
  };
}

/** Returns all text of an appearance, which determines the font. */
export function textOf({ content }: AppearancePlan): string {
  if (content.kind === 'text') return content.text;
  return content.kind === 'list' ? content.options.join('\n') : '';
}

function recording(setter: FieldSetter, lines: FieldLine[]): FieldSetter {
  return {
    ...setter,
    set: (text) => {
      const line = setter.set(text);
      lines.push(line);
      return line;
    },
  };
}

interface Tools {
  readonly setter: FieldSetter;
  readonly room: Room;
}

function drawContent(plan: AppearancePlan, tools: Tools): string[] {
  const { content } = plan;
  if (content.kind === 'mark') return drawMark(plan, content.mark, tools.room);
  if (content.kind === 'list') return drawList(plan, content, tools);
  if (content.text === '' && content.comb === null) return [];
  if (content.isMultiline) return drawLines(plan, content, tools);
  return content.comb === null
    ? drawLine(plan, content, tools)
    : drawComb(plan, content, { ...tools, cells: content.comb });
}

/** Draws one line. Reduces the font size if the value is too wide, because signers must see the whole value. */
function drawLine({ type }: AppearancePlan, { text, align }: Content<'text'>, { setter, room }: Tools): string[] {
  const line = setter.set(text);
  const wished =
    type.size > 0 ? type.size : Math.max(MIN_SIZE, Math.floor((room.height - room.inset) * SIZE_OF_HEIGHT));
  const widest = (1000 * Math.max(0, room.width - 2 * room.pad)) / Math.max(1, line.width);
  const size = Math.min(wished, Math.max(Math.min(wished, MIN_SIZE), widest));
  return [line.draw(startOf(line, size, align, room), room.height / 2 - BELOW_MIDDLE * size, size)];
}

/** Draws several lines. Reduces the font size until all lines fit, because signers must see all of them. */
function drawLines({ type }: AppearancePlan, { text, align }: Content<'text'>, { setter, room }: Tools): string[] {
  const width = Math.max(1, room.width - 2 * room.pad);
  const height = room.height - 2 * room.inset;
  const wished = type.size > 0 ? type.size : LONG_TEXT_SIZE;
  const paragraphs = text.split(/\r\n|\r|\n/).map((paragraph) => setter.set(paragraph.trim()).width);
  // The minimum number of lines at a font size. It rules out most sizes without breaking the text into lines.
  const fewest = (size: number): number =>
    paragraphs.reduce((sum, length) => sum + Math.max(1, Math.ceil((length * size) / 1000 / width)), 0);
  for (let size = wished; ; size = smaller(size)) {
    const isLast = size <= MIN_SIZE;
    if (!isLast && fewest(size) * size * LEADING > height) continue;
    const lines = wrapLines(setter, text, { style: 'print', limit: (1000 * width) / size, maxLines: MAX_LINES });
    if (!isLast && lines.length * size * LEADING > height) continue;
    const free = Math.max(0, height - lines.length * size * LEADING);
    const top = room.height - room.inset - Math.min(room.pad - room.inset, free / 2);
    return lines.map((line, index) =>
      line.draw(startOf(line, size, align, room), top - size * (BELOW_TOP + index * LEADING), size),
    );
  }
}

/** Returns the next smaller size to try. The steps are larger for large sizes. */
function smaller(size: number): number {
  return Math.max(MIN_SIZE, size > 2 * LONG_TEXT_SIZE ? size * 0.9 : size - 0.5);
}

/**
 * Draws one character per cell. The cells become narrower if the value has more characters than the field has cells.
 */
function drawComb(
  plan: AppearancePlan,
  { text, align }: Content<'text'>,
  { setter, room, cells }: Tools & { cells: number },
): string[] {
  const letters = cellsOf(text);
  const count = Math.max(cells, letters.length);
  const cell = room.width / count;
  const size =
    plan.type.size > 0
      ? plan.type.size
      : Math.max(MIN_SIZE, Math.floor(Math.min(room.height * SIZE_OF_HEIGHT, cell * 1.2)));
  const free = count - letters.length;
  const dividers = plan.frame.border.length === 0 || plan.frame.width === 0 ? [] : drawDividers(plan, count);
  const first = align === 'left' ? 0 : align === 'right' ? free : Math.floor(free / 2);
  const drawn = letters.map((letter, index) => {
    const line = setter.set(letter);
    const x = (first + index + 0.5) * cell - (line.width * size) / 2000;
    return line.draw(x, room.height / 2 - BELOW_MIDDLE * size, size);
  });
  return [...dividers, ...drawn];
}

function drawList(
  { type, box }: AppearancePlan,
  { options, chosen, align }: Content<'list'>,
  { setter, room }: Tools,
): string[] {
  const size = type.size > 0 ? type.size : LONG_TEXT_SIZE;
  const leading = size * LEADING;
  const fitting = Math.max(1, Math.floor((room.height - 2 * room.inset) / leading));
  const shown = options.slice(0, fitting + 1);
  const bars: string[] = [];
  const lines = shown.map((option, index) => {
    const top = room.height - room.inset - index * leading;
    if (chosen.includes(index))
      bars.push(
        `q ${CHOSEN} ${num(room.inset)} ${num(top - leading)} ${num(box.width - 2 * room.inset)} ${num(leading)} re f Q`,
      );
    const line = setter.set(option);
    return line.draw(startOf(line, size, align, room), top - size * BELOW_TOP, size);
  });
  return [...bars, ...lines];
}

function startOf(line: FieldLine, size: number, align: Align, { width, pad }: Room): number {
  const free = width - (line.width * size) / 1000;
  if (align === 'left') return pad;
  return align === 'center' ? free / 2 : free - pad;
}

function drawMark({ type }: AppearancePlan, mark: string, { width, height, inset }: Room): string[] {
  const side = Math.min(width, height);
  // Form editors draw the disc of a radio button as a path.
  if (mark === 'l') return [`${type.color} ${disc(width / 2, height / 2, side / 4)} f`];
  const size = type.size > 0 ? Math.min(type.size, side) : Math.max(1, (side - 2 * inset) * 0.9);
  const x = (width - ((SIGN_WIDTHS[mark] ?? SIGN_WIDTH) * size) / 1000) / 2;
  const sign = mark.replace(/[\\()]/, String.raw`\$&`);
  return [`BT /ZaDb ${num(size, 3)} Tf ${type.color} ${num(x)} ${num(height / 2 - 0.35 * size)} Td (${sign}) Tj ET`];
}
