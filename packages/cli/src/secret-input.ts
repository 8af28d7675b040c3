/** Reads a secret that must not appear on the screen or in the process list. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadStream, WriteStream } from 'node:tty';

export async function readSecret(input: ReadStream, output: WriteStream, question: string): Promise<string> {
  if (!input.isTTY) return text(input);
  output.write(question);
  // readline echoes typed characters to this output, which discards them.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    output.write('\n');
  }
}
