/** The output and the environment of a command. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Whether `out` is a terminal that supports colors, and colors are turned on. */
  readonly colours: boolean;
  /** The width of the terminal in characters. Undefined if `out` is not a terminal, so text is not wrapped. */
  readonly columns?: number | undefined;
  readonly now: () => Date;
  /** Environment variables, for passphrases, keys and settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a line without echoing it, or reads standard input if that is not a terminal. */
  readonly readSecret?: (question: string) => Promise<string>;
  /** Opens a web address in the browser, if the machine has one. Never throws. */
  readonly openBrowser?: (url: string) => void;
  /** Once this is called, Ctrl-C and SIGTERM abort the returned signal instead of ending the program. */
  readonly interrupted?: () => AbortSignal;
}

export type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

const CODES: Readonly<Record<Colour, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** Returns a function that colors text if colors are turned on. */
export function painter(colours: boolean): (colour: Colour, text: string) => string {
  return (colour, text) => (colours ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}

/** Whether to use colors: only on a terminal, and never if NO_COLOR is set (no-color.org). */
export function wantsColours(stream: { readonly isTTY?: boolean }, env: Terminal['env']): boolean {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

// Matches control characters, line separators and direction marks. Names in a file come from its author, who must not
// be able to control the reader's terminal or make a file name look like "fdp.exe".
const STEERING = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text from a file safe to print in a terminal. Control characters are replaced with their code. */
export function harmless(text: string): string {
  return text.replace(STEERING, escaped);
}

/** Formats a value as indented JSON. Terminal control characters are escaped too, which does not change the value. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(STEERING, (character) => (character === '\n' ? character : escaped(character)))}\n`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Formats lines with a name and an aligned value. Multiple values for one name are on separate lines. */
export function table(rows: readonly (readonly [name: string, ...values: string[]])[], indent = '  '): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .flatMap(([name, ...values]) =>
      values.map((value, at) => `${indent}${(at === 0 ? name : '').padEnd(width)}${value}\n`),
    )
    .join('');
}

/** Matches the name in a table row, or the spaces in its place. Wrapped text is aligned after the match. */
const HANGING = /^ {2,}\S.*? {2,}(?=\S)|^ */;
const COLOURED = new RegExp(String.raw`\u{1b}\[\d+m`, 'gu');
const NARROWEST = 40;

/** Wraps lines at spaces to fit a terminal. Table values continue below the start of the value. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(columns, NARROWEST)))
    .join('\n');
}

function wrapLine(line: string, columns: number): string[] {
  if (lengthOf(line) <= columns) return [line];
  const [head = ''] = HANGING.exec(line) ?? [];
  const lines = [''];
  for (const word of line.slice(head.length).split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (head.length + lengthOf(last) + 1 + lengthOf(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((part, at) => `${at === 0 ? head : ' '.repeat(head.length)}${part}`);
}

function lengthOf(text: string): number {
  return [...text.replace(COLOURED, '')].length;
}

/** Formats a time as `2026-11-20 10:45:12 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** Formats a number as `12,345`. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats a count as `1 page` or `2 pages`. */
export function countText(count: number, thing: string): string {
  return `${numberText(count)} ${thing}${count === 1 ? '' : 's'}`;
}
