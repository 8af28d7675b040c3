import type { Appearance, FieldFont } from '@countersign/pdf-sign';

import { graphemesOf } from '../../graphemes.ts';
import type { Colour } from '../appearance/content.ts';
import { num } from '../appearance/content.ts';
import { normalizeLine } from '../appearance/text-runs.ts';
import type { Typesetter } from '../appearance/typesetter.ts';

export interface FieldLine {
  /** The width in thousandths of an em. */
  readonly width: number;
  readonly missing: readonly string[];
  /** Returns operators that draw the line with the start of its baseline at (x, y). */
  readonly draw: (x: number, y: number, size: number) => string;
}

export interface FieldSetter {
  set(text: string): FieldLine;
  readonly fonts: NonNullable<NonNullable<Appearance['resources']>['fonts']>;
}

export function isSetBy(font: FieldFont, text: string): boolean {
  return text.split(/[\r\n]+/).every((line) => font.encode(normalizeLine(line)) !== null);
}

/** @param name resource name of the font */
export function ownSetter(font: FieldFont, name: string, color: string): FieldSetter {
  /** Cached, because line breaking measures the same words repeatedly. */
  const known = new Map<string, FieldLine>();
  return {
    set: (text) => {
      const line = known.get(text) ?? setOwn(font, name, color, text);
      known.set(text, line);
      return line;
    },
    fonts: [
      {
        name,
        font: font.source === null ? { kind: 'standard', baseFont: 'Helvetica' } : { kind: 'own', source: font.source },
      },
    ],
  };
}

function setOwn(font: FieldFont, name: string, color: string, text: string): FieldLine {
  const codes = font.encode(normalizeLine(text)) ?? Buffer.alloc(0);
  return {
    width: font.width(codes),
    missing: [],
    draw: (x, y, size) =>
      `BT ${pdfName(name)} ${num(size, 3)} Tf ${color} ${num(x)} ${num(y)} Td ${literal(codes)} Tj ET`,
  };
}

/** Sets lines in the server's own fonts, which cover many more characters than the field's font. */
export function fallbackSetter(type: Typesetter, color: string): FieldSetter {
  const colour = toRgb(color);
  return {
    set: (text) => {
      const line = type.set(text, 'print');
      return {
        width: line.width,
        missing: line.missing,
        draw: (x, y, size) => (line.ink === null ? '' : type.draw(line, { x, y, size, colour })),
      };
    },
    fonts: type.resources,
  };
}

/** Returns the characters of a comb field. A letter with its combining marks is one character. */
export function cellsOf(text: string): string[] {
  return Array.from(graphemesOf(normalizeLine(text)), ({ segment }) => segment);
}

function literal(codes: Buffer): string {
  const text = codes.toString('latin1');
  if (!/^[\x20-\x7e]*$/.test(text)) return `<${codes.toString('hex')}>`;
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

function pdfName(name: string): string {
  const escaped = name.replaceAll(
    /[^!-~]|[#/()<>[\]{}%]/g,
    (char) => `#${(char.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}

/** Converts a color to RGB (ISO 32000-2 10.4.2.4). */
function toRgb(color: string): Colour {
  const [a = 0, b, c, d] = color.split(' ').slice(0, -1).map(Number);
  if (b === undefined || c === undefined) return [a, a, a];
  if (d === undefined) return [a, b, c];
  return [1 - Math.min(1, a + d), 1 - Math.min(1, b + d), 1 - Math.min(1, c + d)];
}
