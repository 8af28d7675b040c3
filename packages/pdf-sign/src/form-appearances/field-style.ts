import type { PdfFile } from '../reader/file.ts';
import { inherited } from '../reader/form.ts';
import { Lexer } from '../reader/lexer.ts';
import { PdfDict, PdfName, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { toRotation } from '../reader/pages.ts';
import type { Rotation } from '../reader/pages.ts';
import { formatNumber } from '../writer/serialize.ts';
import { readFieldFont } from './field-font.ts';
import type { FieldFont } from './field-font.ts';

/**
 * The background and border of a widget (/MK, /BS; ISO 32000-2 12.5.4 and 12.5.6.19). A color has one, three or four
 * components.
 */
export interface FieldFrame {
  readonly background: readonly number[];
  readonly border: readonly number[];
  /** The border width in points, or 0 if there is no border. */
  readonly width: number;
  readonly style: 'solid' | 'dashed' | 'beveled' | 'inset' | 'underline';
  readonly dash: readonly number[];
}

/** The font, size and color of a field's text (/DA, 12.7.4.3). */
export interface FieldType {
  /** The resource name of the font in /DA. */
  readonly fontName: string;
  /** Null if the field's own font cannot be used. */
  readonly font: FieldFont | null;
  /** The font size in points, or 0 if the size depends on the field's dimensions. */
  readonly size: number;
  /** A color operator with its operands. */
  readonly color: string;
}

/** The size of a widget before it is rotated. */
export interface FieldBox {
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
}

export function readBox(file: PdfFile, widget: PdfDict): FieldBox | null {
  const sides = file.array(widget.get('Rect')).map((item) => file.number(item) ?? Number.NaN);
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, d = Number.NaN] = sides;
  const [width, height] = [Math.abs(c - a), Math.abs(d - b)];
  if (!(width > 0 && height > 0)) return null;
  const rotation = toRotation(file.number(styleOf(file, widget).get('R')) ?? 0);
  return rotation === 90 || rotation === 270 ? { width: height, height: width, rotation } : { width, height, rotation };
}

export function styleOf(file: PdfFile, widget: PdfDict): PdfDict {
  return file.dict(widget.get('MK')) ?? new PdfDict();
}

const STYLES: Readonly<Record<string, FieldFrame['style']>> = {
  D: 'dashed',
  B: 'beveled',
  I: 'inset',
  U: 'underline',
};

export function readFrame(file: PdfFile, widget: PdfDict): FieldFrame {
  const style = styleOf(file, widget);
  const border = numbers(file, style.get('BC'));
  const borderStyle = file.dict(widget.get('BS'));
  const old = file.array(widget.get('Border'));
  const width = file.number(borderStyle === null ? (old[2] ?? null) : borderStyle.get('W')) ?? 1;
  const dash = numbers(file, borderStyle === null ? (old[3] ?? null) : borderStyle.get('D'));
  const isDashed = borderStyle === null && dash.length > 0;
  return {
    background: numbers(file, style.get('BG')),
    border,
    width: border.length === 0 ? 0 : Math.max(0, width),
    style: isDashed ? 'dashed' : (STYLES[file.name(borderStyle?.get('S') ?? null) ?? ''] ?? 'solid'),
    dash: dash.length > 0 ? dash : [3],
  };
}

function numbers(file: PdfFile, value: PdfValue): number[] {
  return file.array(value).flatMap((item) => file.number(item) ?? []);
}

const COLOR_OPERANDS: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 };
/** A valid /DA contains only a few operators. */
const MAX_OPERATORS = 1000;

export function readType(file: PdfFile, widget: PdfDict): FieldType {
  const appearance = inherited(file, widget, 'DA');
  const found = { fontName: 'Helv', size: 0, color: '0 g' };
  if (appearance instanceof PdfString) readDefaults(appearance.bytes, found);
  return { ...found, font: readFieldFont(file, fontNamed(file, widget, found.fontName), found.fontName) };
}

/** Parsing stops at the first unreadable operand, as in other readers. */
function readDefaults(source: Buffer, found: { fontName: string; size: number; color: string }): void {
  const lexer = new Lexer(source);
  let operands: PdfValue[] = [];
  for (let count = 0; count < MAX_OPERATORS; count += 1) {
    lexer.skipWhite();
    if (lexer.position >= lexer.end) return;
    const start = lexer.position;
    const word = lexer.token();
    if (!/^[A-Za-z*'"]/.test(word)) {
      lexer.position = start;
      try {
        operands.push(lexer.value());
      } catch {
        return;
      }
      continue;
    }
    const last = operands.at(-1);
    const name = operands.at(-2);
    if (word === 'Tf' && name instanceof PdfName && typeof last === 'number') {
      found.fontName = name.name;
      found.size = Math.abs(last);
    }
    const wanted = COLOR_OPERANDS[word];
    const color = operands.filter((item) => typeof item === 'number').slice(-(wanted ?? 0));
    if (wanted !== undefined && color.length === wanted) found.color = `${color.map(formatNumber).join(' ')} ${word}`;
    operands = [];
  }
}

/**
 * Finds a font by its name. Readers search the form's resources first (12.7.4.3), but some programs store resources in
 * the field.
 */
function fontNamed(file: PdfFile, widget: PdfDict, name: string): PdfValue {
  const form = file.dict(file.catalog.get('AcroForm'));
  for (const resources of [form?.get('DR') ?? null, inherited(file, widget, 'DR')]) {
    const font = file.dict(file.dict(resources)?.get('Font') ?? null)?.get(name) ?? null;
    if (file.dict(font) !== null) return font;
  }
  return null;
}
