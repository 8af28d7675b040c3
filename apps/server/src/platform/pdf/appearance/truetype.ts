/**
 * Builds a TrueType font program with only the glyphs that a document shows (OpenType 1.9, tables glyf, head, hhea,
 * hmtx, loca, maxp: those that a PDF needs, ISO 32000-2 9.9.1). Glyphs are given as outlines, so that all sources are
 * handled alike: static fonts, one weight of a variable font, and pieces of a font that is split by character. Building
 * a program takes microseconds.
 */

/** The grid of all glyphs: a thousand units per em. */
export const UNITS_PER_EM = 1000;

/** A glyph's `glyf` description, and the area it inks; empty for a space. */
export interface GlyphOutline {
  readonly data: Uint8Array;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly points: number;
  readonly contours: number;
}

interface Point {
  x: number;
  y: number;
  on: boolean;
}

const EMPTY: GlyphOutline = { data: new Uint8Array(0), left: 0, right: 0, bottom: 0, top: 0, points: 0, contours: 0 };

/** An outline in HarfBuzz's format (`M0,0L1,1Q2,2 3,3Z`), and its position. */
export interface OutlinePart {
  readonly path: string;
  readonly dx: number;
  readonly dy: number;
}

/** Combines outlines into one simple glyph description. `scale` converts from the parts' grid to ours. */
export function glyphOutline(parts: readonly OutlinePart[], scale: number): GlyphOutline {
  const contours = parts.flatMap((part) => readContours(part, scale));
  const points = contours.flat();
  if (points.length === 0) return EMPTY;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const out = new ByteWriter(12 + contours.length * 2 + points.length * 5);
  for (const value of [contours.length, left, bottom, right, top]) out.int16(value);
  let last = -1;
  for (const contour of contours) out.int16((last += contour.length));
  out.int16(0); // The glyph has no instructions, because hinting is no longer used.
  writePoints(out, points);
  return { data: out.bytes(), left, right, bottom, top, points: points.length, contours: contours.length };
}

/** Writes flags and coordinates, each as the difference to the previous point, in one byte if possible. */
function writePoints(out: ByteWriter, points: readonly Point[]): void {
  const xs = new ByteWriter(points.length * 2);
  const ys = new ByteWriter(points.length * 2);
  let previous = { x: 0, y: 0 };
  for (const point of points) {
    const x = coordinate(xs, point.x - previous.x, 0x02, 0x10);
    const y = coordinate(ys, point.y - previous.y, 0x04, 0x20);
    out.int8(x | y | (point.on ? 1 : 0));
    previous = point;
  }
  out.append(xs.bytes());
  out.append(ys.bytes());
}

function coordinate(out: ByteWriter, delta: number, short: number, same: number): number {
  if (delta === 0) return same;
  if (Math.abs(delta) < 256) {
    out.int8(Math.abs(delta));
    return delta > 0 ? short | same : short;
  }
  out.int16(delta);
  return 0;
}

function readContours({ path, dx, dy }: OutlinePart, scale: number): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  const finish = (): void => {
    const closed = closeContour(contour);
    if (closed.length > 2) contours.push(closed);
    contour = [];
  };
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    if (command === 'C') throw new Error('Only quadratic outlines are supported, because the fonts are TrueType.');
    if (command === 'Z' || command === 'M') finish();
    const n = (rest === '' ? [] : rest.split(/[ ,]+/)).map((number, index) =>
      Math.round((Number(number) + (index % 2 === 0 ? dx : dy)) * scale),
    );
    if (command === 'Q')
      contour.push({ x: n[0] ?? 0, y: n[1] ?? 0, on: false }, { x: n[2] ?? 0, y: n[3] ?? 0, on: true });
    else if (command !== 'Z') contour.push({ x: n[0] ?? 0, y: n[1] ?? 0, on: true });
  }
  finish();
  return contours;
}

/**
 * Drops points that the format implies: a last point that repeats the first, and points halfway between two control
 * points.
 */
function closeContour(points: readonly Point[]): Point[] {
  const [first] = points;
  const last = points.at(-1);
  const open =
    first !== undefined && last?.on === true && last.x === first.x && last.y === first.y ? points.slice(0, -1) : points;
  return open.filter((point, index) => {
    const before = open.at(index - 1);
    const after = open[(index + 1) % open.length];
    if (index === 0 || !point.on || before === undefined || after === undefined || before.on || after.on) return true;
    return before.x + after.x !== 2 * point.x || before.y + after.y !== 2 * point.y;
  });
}

export interface FontGlyph {
  readonly outline: GlyphOutline;
  /** The advance in thousandths of an em. */
  readonly advance: number;
}

/** Builds a font program. Glyph IDs are positions in `glyphs`, the first of which represents missing glyphs. */
export function buildTrueType(
  glyphs: readonly FontGlyph[],
  { ascent, descent, bbox }: { ascent: number; descent: number; bbox: readonly [number, number, number, number] },
): Buffer {
  const size = glyphs.reduce((sum, { outline }) => sum + padded(outline.data.length), 0);
  const glyf = Buffer.alloc(size);
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  const hmtx = Buffer.alloc(glyphs.length * 4);
  let at = 0;
  for (const [id, { outline, advance }] of glyphs.entries()) {
    glyf.set(outline.data, at);
    at += padded(outline.data.length);
    loca.writeUInt32BE(at, (id + 1) * 4);
    hmtx.writeUInt16BE(Math.round(advance), id * 4);
    hmtx.writeInt16BE(outline.left, id * 4 + 2);
  }
  const widest = Math.max(...glyphs.map(({ advance }) => Math.round(advance)));
  const [left, bottom, right, top] = bbox;
  const head = words(
    0x0001,
    0,
    0x0001,
    0,
    0,
    0,
    0x5f0f,
    0x3cf5,
    0b11,
    UNITS_PER_EM,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    left,
    bottom,
    right,
    top,
    0,
    8,
    2,
    1,
    0,
  );
  const hhea = words(1, 0, ascent, descent, 0, widest, 0, 0, right, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length);
  const points = Math.max(...glyphs.map(({ outline }) => outline.points));
  const contours = Math.max(...glyphs.map(({ outline }) => outline.contours));
  const maxp = words(1, 0, glyphs.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0);
  return assemble([
    ['glyf', glyf],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', maxp],
  ]);
}

/** Joins the table directory and the tables, each on a boundary of four bytes, with their checksums. */
function assemble(tables: readonly (readonly [tag: string, bytes: Buffer])[]): Buffer {
  const directory = 12 + tables.length * 16;
  const file = Buffer.alloc(directory + tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), 0));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  file.writeUInt32BE(0x0001_0000, 0);
  file.writeUInt16BE(tables.length, 4);
  file.writeUInt16BE(power * 16, 6);
  file.writeUInt16BE(Math.log2(power), 8);
  file.writeUInt16BE((tables.length - power) * 16, 10);
  let at = directory;
  let headAt = 0;
  let total = 0;
  for (const [index, [tag, bytes]] of tables.entries()) {
    bytes.copy(file, at);
    const entry = 12 + index * 16;
    file.write(tag, entry, 'latin1');
    const own = sum(file, at, at + padded(bytes.length));
    total += own;
    file.writeUInt32BE(own, entry + 4);
    file.writeUInt32BE(at, entry + 8);
    file.writeUInt32BE(bytes.length, entry + 12);
    if (tag === 'head') headAt = at;
    at += padded(bytes.length);
  }
  total += sum(file, 0, directory);
  file.writeUInt32BE((0xb1b0_afba - (total % 2 ** 32)) >>> 0, headAt + 8);
  return file;
}

function sum(bytes: Buffer, from: number, to: number): number {
  let total = 0;
  // The sum is computed byte by byte. It is the slowest step of building a font, and reading words would take three
  // times as long.
  for (let at = from; at < to; at += 4)
    total +=
      ((bytes[at] ?? 0) * 2 ** 24 +
        (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))) %
      2 ** 32;
  return total % 2 ** 32;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Writes 16-bit words, signed or unsigned. */
function words(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) out.writeUInt16BE(Math.round(value) & 0xffff, index * 2);
  return out;
}

class ByteWriter {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.alloc(capacity);
  }

  int8(value: number): void {
    this.#bytes[this.#length++] = value;
  }

  int16(value: number): void {
    this.#bytes.writeUInt16BE(value & 0xffff, this.#length);
    this.#length += 2;
  }

  append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#length));
  }
}
