import { stripVTControlCharacters } from 'node:util';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readableLine } from './readable-log.ts';

/** The terminal output without its colors. */
function shown(write: (log: pino.Logger) => void): string {
  let line = '';
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (text: string) => (line = text) },
  );
  write(log);
  return stripVTControlCharacters(readableLine(line));
}

test('shows time, severity and message of a log entry, and then its fields', () => {
  const text = shown((log) => log.warn({ reqId: 'req_1', status: 503, work: ['a'] }, 'request rejected'));
  expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN  request rejected reqId=req_1 status=503 work=\["a"\]\n$/);
});

test('shows the stack trace of an error below the line of the error', () => {
  const text = shown((log) => log.error({ err: new TypeError('no such thing') }, 'request failed'));
  expect(text).toMatch(/ERROR request failed\n {4}TypeError: no such thing\n {4} {4}at /);
});

test('prevents external values in a log entry from moving the cursor, coloring the screen or starting a line', () => {
  const text = readableLine(
    `${JSON.stringify({ level: 30, msg: 'a\u001B[2Jb\nc', agent: '\u0007\u202Ex\u009B31m', err: { stack: 'E\u001B]0;t' } })}\n`,
  )
    // Removes the escape sequences that dim the added fields.
    .replaceAll('\u001B[2m', '')
    .replaceAll('\u001B[22m', '');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.split('\n')).toHaveLength(3);
});

test('leaves log lines that are not JSON unchanged', () => {
  expect(readableLine('not JSON\n')).toBe('not JSON\n');
});
