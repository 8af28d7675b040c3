/**
 * The forms in which a string is inspected. A database ignores comments, a shell ignores quotes, a browser ignores line
 * breaks within a scheme, and a file system treats several slashes as one. A view omits the parts that the target would
 * ignore, so that patterns stay short. Each view is computed when it is first needed, in one pass.
 */
import type { View } from './pattern.ts';
import { isDigit, isSpace, isWordCode } from './text.ts';

export class Reading {
  readonly #text: string;
  #lower: string | undefined;
  readonly #views = new Map<View, string>();

  constructor(text: string) {
    this.#text = text;
  }

  view(view: View): string {
    const lower = (this.#lower ??= this.#text.toLowerCase());
    if (view === 'text') return lower;
    let found = this.#views.get(view);
    if (found === undefined) this.#views.set(view, (found = VIEWS[view](lower)));
    return found;
  }
}

const VIEWS: Readonly<Record<Exclude<View, 'text'>, (text: string) => string>> = {
  sql: asSql,
  shell: asShell,
  bare: withoutSpace,
  path: asPath,
};

const SPACE = 32;
const SLASH = 47;
const DOT = 46;
const isBlank = (code: number): boolean => code <= SPACE || code === 127 || isSpace(code);

/**
 * A buffer for characters that are written one by one. Reading the end of a growing string would copy the whole string
 * each time.
 */
class Output {
  readonly #codes: Uint16Array;
  #length = 0;

  constructor(capacity: number) {
    this.#codes = new Uint16Array(capacity);
  }

  /** Returns the character code that is `back` positions before the end, or -1 if there is none. */
  last(back = 1): number {
    return this.#codes[this.#length - back] ?? -1;
  }

  add(code: number): void {
    this.#codes[this.#length++] = code;
  }

  addSpace(): void {
    if (this.last() !== SPACE) this.add(SPACE);
  }

  removeLast(): void {
    this.#length -= 1;
  }

  toString(): string {
    return Buffer.from(this.#codes.buffer, 0, this.#length * 2).toString('utf16le');
  }
}

/**
 * Replaces comments, white space and `+` with single spaces. Keeps the content of comments that begin with `!`, because
 * MySQL runs it.
 */
function asSql(text: string): string {
  const output = new Output(text.length);
  let commentEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code === SLASH && next === 42) {
      if (text.charCodeAt(at + 2) === 33) {
        at += 2;
        while (isDigit(text.charCodeAt(at + 1))) at++;
        output.addSpace();
        continue;
      }
      // If one comment has no end, later comments have none either.
      if (commentEnd >= 0 && commentEnd < at + 2) commentEnd = text.indexOf('*/', at + 2);
      if (commentEnd >= at + 2) {
        at = commentEnd + 1;
        output.addSpace();
        continue;
      }
    }
    if (code === 42 && next === SLASH) {
      at++;
      output.addSpace();
    } else if (isBlank(code) || code === 43) output.addSpace();
    else output.add(code);
  }
  return output.toString();
}

/**
 * Removes quotes, backslashes and empty variables. Replaces `${IFS}`, the commas of `{a,b}` and white space with one
 * space.
 */
function asShell(text: string): string {
  const output = new Output(text.length);
  let isBraced = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92 || code === 39 || code === 34 || code === 94) continue;
    const variable = code === 36 ? variableLength(text, at) : 0;
    if (variable > 0) {
      if (text.startsWith('ifs', at + 1) || text.startsWith('{ifs', at + 1)) output.addSpace();
      at += variable - 1;
      continue;
    }
    if (code === 123) isBraced = text.charCodeAt(at - 1) !== 36;
    if (code === 10 || code === 13) output.add(10);
    else if (isBlank(code) || (isBraced && (code === 44 || code === 123 || code === 125))) output.addSpace();
    else output.add(code);
    if (code === 125) isBraced = false;
  }
  return output.toString();
}

const LONGEST_VARIABLE = 24;

/**
 * Returns the length of a shell variable: `$@`, `$*`, `$1`, `$x`, `$IFS`, `${IFS}`, `${x}` or `${x%%y}`. Returns 0 for
 * anything else.
 */
function variableLength(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  if (next === 64 || next === 42 || isDigit(next)) return 2;
  if (text.startsWith('ifs', at + 1)) return 4;
  if (isWordCode(next) && !isWordCode(text.charCodeAt(at + 2))) return 2;
  if (next !== 123) return 0;
  for (let end = at + 2; end < at + LONGEST_VARIABLE; end++) {
    const code = text.charCodeAt(end);
    if (code === 125) return end === at + 2 ? 0 : end + 1 - at;
    if (!isWordCode(code) && code !== 64 && code !== 42 && code !== 35 && code !== 37) return 0;
  }
  return 0;
}

function withoutSpace(text: string): string {
  if (!holdsBlank(text)) return text;
  const output = new Output(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isBlank(code)) output.add(code);
  }
  return output.toString();
}

function holdsBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isBlank(text.charCodeAt(at))) return true;
  return false;
}

/** Converts backslashes to slashes, removes zero bytes, and replaces `/./` and `//` with one slash. */
function asPath(text: string): string {
  const output = new Output(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) continue;
    if (code !== SLASH && code !== 92) output.add(code);
    else if (output.last() === DOT && output.last(2) === SLASH) output.removeLast();
    else if (output.last() !== SLASH) output.add(SLASH);
  }
  return output.toString();
}
