import type { PdfFile } from '../reader/file.ts';
import type { Lexer } from '../reader/lexer.ts';
import { PdfName, PdfString } from '../reader/objects.ts';
import type { PdfDict, PdfStream, PdfValue } from '../reader/objects.ts';
import { sameContent } from './compare.ts';
import { isDisc } from './drawn-disc.ts';
import { isListAsDrawn } from './drawn-list.ts';
import type { Bar, DrawnList, Line } from './drawn-list.ts';

/** The drawing that a reader produces in a widget for its value. */
export interface Drawn {
  width: number;
  height: number;
  /** The text, which is one line. Empty for an empty value and for a list. */
  text: string;
  list: DrawnList | null;
  fontName: string;
  font: PdfDict | null;
  /** The font size, or 0 if the reader chooses the size. */
  size: number;
  /** The color. The number of components determines the color space. */
  color: string;
  /** The background of the whole widget, or null if there is none. */
  background: string | null;
  /** Whether the text starts at the left edge. */
  isAligned: boolean;
  /** Whether the value is the single symbol of a check box or radio button. */
  isMark: boolean;
}

/** The permitted entries of a stored appearance's stream. Some other entries are checked separately. */
const STREAM_KEYS = new Set('Type Subtype FormType BBox Matrix Resources Length Filter DecodeParms Name'.split(' '));
/**
 * The largest frame and margins that other software uses. Larger ones would cut off content or leave parts of the field
 * uncovered.
 */
const MARGIN = 4;
/** The maximum letter widths of the standard fonts, relative to the font size. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[MW@%mw]/, 1.02],
  [/[A-Z&+<=>~]/, 0.8],
];
const WIDTH = 0.65;
const TOLERANCE = 1;
const COLOR_SPACES: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };

type Rectangle = readonly [x: number, y: number, width: number, height: number];

/**
 * Reads the content of a stored appearance if it consists of elements that form software usually draws: a background, a
 * frame, and one line of text or the lines of a list. The text must use the field's own font and color, and everything
 * must be inside the field (12.7.4.3). A reader would not draw any other content.
 */
export class TextAppearance {
  private readonly file: PdfFile;
  private readonly look: PdfStream;
  private readonly drawn: Drawn;
  private readonly operands: PdfValue[] = [];
  private readonly colors: string[] = [];
  private color = '0';
  private path: Rectangle[] = [];
  private curve: number[] = [];
  private background: string | null = null;
  private shown = '';
  private readonly lines: Line[] = [];
  private readonly bars: Bar[] = [];
  private font: string | null = null;
  private size = 0;
  private line: [x: number, y: number] = [0, 0];
  private leading = 0;

  constructor(file: PdfFile, look: PdfStream, drawn: Drawn) {
    this.file = file;
    this.look = look;
    this.drawn = drawn;
  }

  isAsDrawn(content: Lexer): boolean {
    if (!this.isPlain()) return false;
    for (;;) {
      content.skipWhite();
      if (content.position >= content.end) break;
      const start = content.position;
      const word = content.token();
      if (/^[A-Za-z'"*]+[\d*]?$/.test(word) && !['true', 'false', 'null'].includes(word)) {
        if (!this.operate(word)) return false;
        this.operands.length = 0;
      } else {
        content.position = start;
        this.operands.push(content.value());
      }
    }
    const { drawn, lines, bars } = this;
    if (this.background !== drawn.background) return false;
    return drawn.list === null ? this.shown === drawn.text : isListAsDrawn(drawn.list, lines, bars, drawn);
  }

  /** Whether the box matches the widget and is not rotated, and the stream has no entries that affect drawing. */
  private isPlain(): boolean {
    const { file, look, drawn } = this;
    if ([...look.dict.entries.keys()].some((key) => !STREAM_KEYS.has(key))) return false;
    const matrix = file.array(look.dict.get('Matrix')).map((item) => file.number(item));
    if (matrix.length > 0 && matrix.join(' ') !== '1 0 0 1 0 0') return false;
    const box = file.array(look.dict.get('BBox')).map((item) => file.number(item) ?? Number.NaN);
    const wanted = [0, 0, drawn.width, drawn.height];
    return box.length === 4 && box.every((side, index) => Math.abs(side - (wanted[index] ?? 0)) <= TOLERANCE);
  }

  /** Processes one operator. Returns false for an operator that plain text does not need. */
  private operate(word: string): boolean {
    switch (word) {
      case 'BMC':
      case 'BDC':
      case 'EMC':
      case 'w':
      case 'd':
      case 'J':
      case 'j':
      case 'M':
      case 'i':
      case 'G':
      case 'RG':
      case 'K':
      case 'CS':
      case 'SC':
        return true;
      case 'q':
        return this.colors.push(this.color) < 20;
      case 'Q':
        this.color = this.colors.pop() ?? '0';
        return true;
      case 'g':
      case 'rg':
      case 'k':
      case 'sc':
        this.color = this.numbers().join(' ');
        return true;
      case 'cs':
        return this.operands[0] instanceof PdfName && this.operands[0].name in COLOR_SPACES;
      default:
        return this.paint(word) ?? this.write(word);
    }
  }

  private numbers(): number[] {
    return this.operands.map((item) => (typeof item === 'number' ? item : Number.NaN));
  }

  /**
   * Handles path operators. They may draw a background over the whole widget before the text, bars behind list options,
   * a disc, or a frame along the edge, and may clip to the inside. Returns false for other paths, and null for other
   * operators.
   */
  private paint(word: string): boolean | null {
    switch (word) {
      case 're': {
        const [x = 0, y = 0, width = 0, height = 0] = this.numbers();
        this.path.push([x, y, width, height]);
        return this.path.length === 1;
      }
      case 'W':
      case 'W*':
        return this.isWhole();
      case 'n':
      case 's':
      case 'S': {
        const isFrame = this.path.length === 0 || this.isWhole();
        this.path = [];
        return isFrame && this.curve.length === 0;
      }
      case 'm':
      case 'c':
        this.curve.push(...this.numbers());
        return this.curve.length <= 26;
      case 'f':
      case 'F':
      case 'f*': {
        if (this.curve.length > 0) return this.fillDisc();
        const isDone = this.fillRectangle();
        this.path = [];
        return isDone;
      }
      default:
        return null;
    }
  }

  /**
   * Handles a filled rectangle: the background, or the bar behind a selected list option. Both must precede the text,
   * and the background must be first.
   */
  private fillRectangle(): boolean {
    const [rectangle] = this.path;
    if (rectangle === undefined || this.shown !== '' || this.lines.length > 0) return false;
    const [x, y, width, height] = rectangle;
    if (this.drawn.list !== null && !this.isWhole()) {
      this.bars.push({ y, height, color: this.color });
      return x <= MARGIN && x + width >= this.drawn.width - MARGIN;
    }
    const isFirst = this.isWhole() && this.background === null && this.bars.length === 0;
    this.background = this.color;
    return isFirst;
  }

  /**
   * Fills a disc. Some software draws the mark of a radio button as a path instead of text: a disc in the middle
   * represents the ZapfDingbats symbol `l`.
   */
  private fillDisc(): boolean {
    const { curve, drawn } = this;
    this.curve = [];
    if (!drawn.isMark || this.shown !== '' || this.color !== drawn.color || !isDisc(curve, drawn)) return false;
    this.shown = 'l';
    return this.path.length === 0;
  }

  /** Whether the path is one rectangle along the widget's edge. */
  private isWhole(): boolean {
    const { drawn } = this;
    const [rectangle] = this.path;
    if (rectangle === undefined || this.path.length > 1) return false;
    const [x, y, width, height] = rectangle;
    const margin = Math.min(MARGIN, drawn.width / 4, drawn.height / 4);
    return x <= margin && y <= margin && x + width >= drawn.width - margin && y + height >= drawn.height - margin;
  }

  private write(word: string): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.numbers();
    switch (word) {
      case 'BT':
        this.line = [0, 0];
        return true;
      case 'ET':
        return true;
      case 'Tf':
        this.font = this.operands[0] instanceof PdfName ? this.operands[0].name : null;
        this.size = b;
        return true;
      case 'TL':
        this.leading = a;
        return true;
      case 'Td':
        this.line = [this.line[0] + a, this.line[1] + b];
        return true;
      case 'T*':
        this.line = [this.line[0], this.line[1] - this.leading];
        return true;
      case 'Tm':
        this.line = [e, f];
        return a === 1 && b === 0 && c === 0 && d === 1;
      case 'Tc':
      case 'Tw':
      case 'Ts':
      case 'Tr':
        return a === 0;
      case 'Tz':
        return a === 100;
      case 'Tj':
        return this.show(this.operands[0] ?? null);
      default:
        return false;
    }
  }

  private show(value: PdfValue): boolean {
    if (!(value instanceof PdfString)) return false;
    if (value.bytes.length === 0) return true;
    const { drawn, size, line, font, color } = this;
    const text = value.bytes.toString('latin1');
    // Printable ASCII characters have the same codes in every simple encoding (annex D).
    if (!/^[\x20-\x7e]*$/.test(text) || font !== drawn.fontName) return false;
    if (drawn.list === null) {
      if (this.shown !== '' || color !== drawn.color) return false;
      this.shown = text;
    } else this.lines.push({ text, y: line[1], size, color });
    return this.isOwnFont(font) && isLegible(drawn, size) && isInside(drawn, size, line, this.widthOf(text));
  }

  /** Returns the maximum width of text, relative to the font size. */
  private widthOf(text: string): number {
    const { file, drawn } = this;
    const widths = file.array(drawn.font?.get('Widths') ?? null);
    const first = file.number(drawn.font?.get('FirstChar') ?? null) ?? 0;
    let sum = 0;
    for (const char of text) {
      const own = file.number(widths[char.charCodeAt(0) - first] ?? null);
      sum += own === null ? (WIDTHS.find(([pattern]) => pattern.test(char))?.[1] ?? WIDTH) : own / 1000;
    }
    return sum;
  }

  /** Whether the appearance's font with this name is the font that a reader uses. */
  private isOwnFont(name: string): boolean {
    const { file, look, drawn } = this;
    const fonts = file.dict(file.dict(look.dict.get('Resources'))?.get('Font') ?? null);
    return drawn.font !== null && sameContent(file, file.dict(fonts?.get(name) ?? null), file, drawn.font);
  }
}

const isLegible = (drawn: Drawn, size: number): boolean =>
  drawn.size === 0 ? size >= MARGIN && size <= drawn.height * 1.2 : size === drawn.size;

/** Whether no text is cut off. Text that is wider than the whole field may be cut off. */
function isInside(drawn: Drawn, size: number, [x, y]: readonly [number, number], width: number): boolean {
  if (x < 0 || y < 0 || y + size / 2 > drawn.height) return false;
  if (drawn.isMark && x + size / 2 <= drawn.width) return true;
  const isCutAlike = drawn.isAligned && drawn.size > 0 && x <= MARGIN + 1;
  return isCutAlike || x + width * size <= drawn.width;
}
