/** Formats a log line for a person at a terminal. Lines from other programs stay unchanged. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO ',
  40: '\u001B[33mWARN \u001B[39m',
  50: '\u001B[31mERROR\u001B[39m',
  60: '\u001B[31mFATAL\u001B[39m',
};
/** Matches control characters, which can manipulate a terminal. Some values come from untrusted sources. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

export function readableLine(line: string): string {
  const entry = read(line);
  if (!entry) return line;
  const { level, time, msg, err, ...fields } = entry;
  const at = typeof time === 'string' ? time.slice(11, 23) : '';
  const rest = Object.entries(fields).map(([name, value]) => ` ${clean(name)}=${clean(textOf(value))}`);
  const head = `${at} ${LEVELS[Number(level)] ?? 'INFO '} ${clean(textOf(msg ?? ''))}`;
  return `${head}\u001B[2m${rest.join('')}\u001B[22m\n${stackOf(err)}`;
}

function read(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const clean = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  const { stack, message } = err as { stack?: unknown; message?: unknown };
  const lines = textOf(stack ?? message ?? '').split('\n');
  return lines.map((line) => `    ${clean(line)}\n`).join('');
}
