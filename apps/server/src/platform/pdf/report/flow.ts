/**
 * Lays out rows of cells from top to bottom, with as many pages as needed. Distances are from the side where reading
 * begins, so that a right-to-left document is the mirror image of a left-to-right document. Text in a cell keeps its
 * own direction.
 */
import type { Colour } from '../appearance/content.ts';
import { num, stroke } from '../appearance/content.ts';
import type { TextStyle } from '../appearance/fonts.ts';
import { shortened, wrapLines } from '../appearance/line-breaks.ts';
import type { SetLine, Typesetter } from '../appearance/typesetter.ts';
import type { Structure, StructureType } from './pdf-document.ts';
import { hexString, PdfDocument } from './pdf-document.ts';

export interface Look {
  readonly style: TextStyle;
  readonly size: number;
  readonly leading: number;
  readonly colour: Colour;
}

export interface Cell {
  /** The distance from the edge of the text area where reading begins (right in right-to-left text). */
  readonly x: number;
  readonly width: number;
  readonly text: string;
  readonly look: Look;
  readonly tag: StructureType;
  readonly entries?: string;
  /** True if the text is aligned with the far edge of the cell. */
  readonly isEnd?: boolean;
  readonly maxLines?: number;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** The space above and below, in points. */
  readonly above?: number;
  readonly below?: number;
  readonly ruled?: boolean;
  readonly picture?: Picture;
}

/** A picture that is drawn from an XObject of the document. Its row is as large as the picture. */
export interface Picture {
  readonly name: string;
  /** The distance from the edge of the text area where reading begins (right in right-to-left text). */
  readonly x: number;
  /** The size of the picture on paper, in points. */
  readonly width: number;
  readonly height: number;
  /** The factor from the units of the XObject to points. Forms use points, and images are one unit wide and high. */
  readonly scale: readonly [x: number, y: number];
  readonly alt: string;
}

interface MeasuredRow {
  readonly row: Row;
  readonly lines: readonly (readonly SetLine[])[];
  readonly height: number;
}

export interface PageFormat {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly bottom: number; readonly side: number };
}

const MAX_LINES = 40;
/** The space for a section's heading and its table's captions. */
const HEADING_ROOM = 60;

export class Flow {
  readonly document: PdfDocument;
  readonly type: Typesetter;
  readonly format: PageFormat;
  readonly isMirrored: boolean;
  /** Draws the top of every page on which a section continues. */
  #continued: (() => void) | undefined;
  /** The distance from the bottom of the page to the content. */
  #y = 0;

  constructor(type: Typesetter, format: PageFormat, isMirrored: boolean) {
    this.type = type;
    this.format = format;
    this.isMirrored = isMirrored;
    this.document = new PdfDocument(format);
    this.#newPage();
  }

  get width(): number {
    return this.format.width - 2 * this.format.margin.side;
  }

  get isAtTop(): boolean {
    return this.#y >= this.format.height - this.format.margin.top;
  }

  get y(): number {
    return this.#y;
  }

  space(points: number): void {
    this.#y -= points;
  }

  /** Makes each new page begin with the output of `draw`, until the next call. */
  repeatOnNewPage(draw: (() => void) | undefined): void {
    this.#continued = draw;
  }

  /** The space on a page below its margin and a repeated heading. */
  get #roomOfPage(): number {
    const { height, margin } = this.format;
    return height - margin.top - margin.bottom - HEADING_ROOM;
  }

  /** Returns the total height of the rows, or null if they do not fit on one page. */
  heightTogether(rows: readonly Row[]): number | null {
    const height = rows.reduce((sum, row) => sum + this.#measure(row).height, 0);
    return height <= this.#roomOfPage ? height : null;
  }

  /** Keeps rows together on one page, if they fit on one page. */
  block(rows: readonly Row[], parent: Structure, rowTag?: 'TR'): void {
    const measured = rows.map((row) => this.#measure(row));
    this.need(measured.reduce((sum, { height }) => sum + height, 0));
    for (const row of measured) {
      this.need(row.height);
      this.#draw(row, rowTag === undefined ? parent : parent.add(rowTag));
    }
  }

  /** Starts the next page unless this much space is left. */
  need(points: number): void {
    const { margin } = this.format;
    if (this.#y - points >= margin.bottom || this.isAtTop) return;
    this.#newPage();
    this.#continued?.();
  }

  rule(y: number, colour: Colour, weight: number, x = 0, width = this.width): void {
    const from = this.left(x, width);
    this.document.decorate(
      `q ${stroke(colour)} ${num(weight)} w ${num(from)} ${num(y)} m ${num(from + width)} ${num(y)} l S Q`,
    );
  }

  /** Returns the left edge on paper of a box that begins `x` points from the side where reading begins. */
  left(x: number, width: number): number {
    const { side } = this.format.margin;
    return this.isMirrored ? this.format.width - side - x - width : side + x;
  }

  /** Returns operators of one line in a box on paper. A line that is too long is truncated. */
  line(text: string, look: Look, box: { x: number; width: number; y: number; isEnd?: boolean }): string {
    const set = this.type.set(text, look.style);
    return this.#place(shortened(this.type, set, look.style, (1000 * box.width) / look.size), look, box);
  }

  #place(line: SetLine, look: Look, box: { x: number; width: number; y: number; isEnd?: boolean }): string {
    const left = this.left(box.x, box.width);
    // Text at the start of a right-to-left cell is drawn at the cell's right edge, even if the line is Latin.
    const isRight = this.isMirrored !== (box.isEnd ?? false);
    const x = isRight ? left + box.width - (line.width * look.size) / 1000 : left;
    return this.type.draw(line, { x, y: box.y, size: look.size, colour: look.colour });
  }

  #measure(row: Row): MeasuredRow {
    const lines = row.cells.map(({ text, width, look, maxLines = MAX_LINES }) =>
      wrapLines(this.type, text, { style: look.style, limit: (1000 * width) / look.size, maxLines }),
    );
    const heights = row.cells.map(({ look }, index) => (lines[index]?.length ?? 0) * look.size * look.leading);
    return { row, lines, height: Math.max(row.picture?.height ?? 0, ...heights) + (row.above ?? 0) + (row.below ?? 0) };
  }

  #draw({ row, lines, height }: MeasuredRow, parent: Structure): void {
    const top = this.#y - (row.above ?? 0);
    // The cells of a row share one baseline, even if their font sizes differ.
    const first = Math.max(0, ...row.cells.map(({ look }) => look.size * (look.leading / 2 + 0.34)));
    for (const [index, cell] of row.cells.entries()) {
      const { look } = cell;
      const drawn = (lines[index] ?? []).map((line, number) => {
        const y = top - first - number * look.size * look.leading;
        return this.#place(line, look, { ...cell, y });
      });
      const element = parent.add(cell.tag, cell.entries);
      if (drawn.length > 0) this.document.draw(element, drawn.join('\n'));
    }
    if (row.picture !== undefined) this.#drawPicture(row.picture, top, parent);
    this.#y -= height;
    if (row.ruled === true) this.rule(this.#y, [0.85, 0.87, 0.9], 0.5);
  }

  #drawPicture({ name, x, width, height, scale, alt }: Picture, top: number, parent: Structure): void {
    const left = this.left(x, width);
    const box = [left, top - height, left + width, top].map((n) => num(n)).join(' ');
    const inTable = parent.type === 'TR' ? parent.add('TD') : parent;
    const figure = inTable.add('Figure', `/Alt ${hexString(alt)}/A<</O/Layout/BBox[${box}]>>`);
    this.document.draw(
      figure,
      `q ${num(scale[0], 5)} 0 0 ${num(scale[1], 5)} ${num(left)} ${num(top - height)} cm /${name} Do Q`,
    );
  }

  #newPage(): void {
    this.document.addPage();
    this.#y = this.format.height - this.format.margin.top;
  }
}
