import { AppearanceError } from './appearance-error.ts';

/** A path segment in absolute coordinates. Quadratic curves are converted to cubic. */
export type Segment =
  | { readonly kind: 'move' | 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'curve';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly kind: 'close' };

type Point = readonly [x: number, y: number];

/** The number of arguments that each command takes. Arcs are not supported, because no signature pad writes them. */
const ARITY: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, z: 0 };
const COMMAND = /[\s,]*([MLHVCSQTZmlhvcsqtz])[\s,]*/y;
const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)[\s,]*/y;
/** The largest coordinate. It is larger than any screen and keeps every later sum finite. */
const MAX_COORDINATE = 1e5;

/**
 * Parses the `d` of an SVG path (SVG 1.1 §8.3) without arcs. Throws AppearanceError `unsupported_svg`, or
 * `signature_too_large` beyond `limit` segments.
 */
export function readPath(d: string, limit: number): Segment[] {
  const pen = new Pen(limit);
  let at = 0;
  while (at < d.length) {
    COMMAND.lastIndex = at;
    const letter = COMMAND.exec(d)?.[1];
    if (letter === undefined) {
      if (d.slice(at).trim() === '') break;
      throw refusal();
    }
    at = COMMAND.lastIndex;
    const arity = ARITY[letter.toLowerCase()] ?? 0;
    const numbers: number[] = [];
    NUMBER.lastIndex = at;
    for (let match = NUMBER.exec(d); match !== null; match = NUMBER.exec(d)) {
      at = NUMBER.lastIndex;
      numbers.push(coordinate(match[1]));
    }
    if (arity === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % arity !== 0) throw refusal();
    if (arity === 0) pen.draw('z', false, []);
    for (let from = 0; from < numbers.length; from += arity) {
      // Further pairs of numbers after a move are lines (SVG 1.1 §8.3.2).
      const command = letter.toLowerCase() === 'm' && from > 0 ? 'l' : letter.toLowerCase();
      pen.draw(command, letter === letter.toLowerCase(), numbers.slice(from, from + arity));
    }
  }
  return pen.segments;
}

/** Parses a coordinate or length. Throws AppearanceError `unsupported_svg` for anything but a number within bounds. */
export function coordinate(text: string | undefined): number {
  const value = text === undefined || !/^[+-]?[\d.]+(?:[eE][+-]?\d{1,2})?$/.test(text) ? NaN : Number(text);
  if (!(Math.abs(value) <= MAX_COORDINATE)) throw refusal();
  return value;
}

class Pen {
  readonly segments: Segment[] = [];
  readonly #limit: number;
  #at: Point = [0, 0];
  #start: Point = [0, 0];
  /** The last curve's second control point, which S and T mirror. */
  #control: { kind: 'c' | 'q'; point: Point } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  draw(command: string, isRelative: boolean, numbers: readonly number[]): void {
    if (this.segments.length >= this.#limit)
      throw new AppearanceError('signature_too_large', 'The drawing has too many strokes.');
    if (this.segments.length === 0 && command !== 'm') throw refusal();
    const [fromX, fromY] = this.#at;
    const base: Point = isRelative ? this.#at : [0, 0];
    const point = (index: number): Point => [
      bounded(base[0] + (numbers[index] ?? 0)),
      bounded(base[1] + (numbers[index + 1] ?? 0)),
    ];
    switch (command) {
      case 'm':
        this.#start = point(0);
        return this.#straight('move', this.#start);
      case 'l':
        return this.#straight('line', point(0));
      case 'h':
        return this.#straight('line', [point(0)[0], fromY]);
      case 'v':
        return this.#straight('line', [fromX, bounded(base[1] + (numbers[0] ?? 0))]);
      case 'c':
        return this.#curve(point(0), point(2), point(4));
      case 's':
        return this.#curve(this.#mirrored('c'), point(0), point(2));
      case 'q':
        return this.#quadratic(point(0), point(2));
      case 't':
        return this.#quadratic(this.#mirrored('q'), point(0));
      default:
        this.segments.push({ kind: 'close' });
        this.#at = this.#start;
        this.#control = undefined;
    }
  }

  #straight(kind: 'move' | 'line', [x, y]: Point): void {
    this.segments.push({ kind, x, y });
    this.#at = [x, y];
    this.#control = undefined;
  }

  #curve([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): void {
    this.segments.push({ kind: 'curve', x1, y1, x2, y2, x, y });
    this.#at = [x, y];
    this.#control = { kind: 'c', point: [x2, y2] };
  }

  #quadratic(control: Point, end: Point): void {
    const [x0, y0] = this.#at;
    const toward = (from: number, to: number): number => from + (2 / 3) * (to - from);
    this.#curve(
      [toward(x0, control[0]), toward(y0, control[1])],
      [toward(end[0], control[0]), toward(end[1], control[1])],
      end,
    );
    this.#control = { kind: 'q', point: control };
  }

  #mirrored(kind: 'c' | 'q'): Point {
    if (this.#control?.kind !== kind) return this.#at;
    const [x, y] = this.#control.point;
    return [bounded(2 * this.#at[0] - x), bounded(2 * this.#at[1] - y)];
  }
}

function bounded(value: number): number {
  if (!(Math.abs(value) <= MAX_COORDINATE)) throw refusal();
  return value;
}

function refusal(): AppearanceError {
  return new AppearanceError('unsupported_svg', 'The drawing contains an unreadable line. Draw the signature again.');
}
