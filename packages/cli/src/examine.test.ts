import { expect, test } from 'vitest';

import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { examine, withoutNeighbours } from './examine.ts';

const ROOMY = { timeoutMs: 20_000, memoryMb: 512 };

test('a file that takes too long ends with a message and code 1', async () => {
  const task = examine({ kind: 'inspect', bytes: makePdf() }, { ...ROOMY, timeoutMs: 1 });
  await expect(task).rejects.toMatchObject({
    exitCode: 1,
    message: 'Reading this file takes longer than 0.001 seconds.',
  });
});

test('a file that takes too much memory ends with a message and code 1', async () => {
  const task = examine({ kind: 'inspect', bytes: Buffer.alloc(64 * 2 ** 20) }, { ...ROOMY, memoryMb: 16 });
  await expect(task).rejects.toMatchObject({
    exitCode: 1,
    message: 'Reading this file takes more than 16 MB of memory.',
  });
});

test('the reader itself rejects endless nesting', async () => {
  const bytes = makePdf({ catalog: `/Nested ${'['.repeat(200_000)}` });
  await expect(examine({ kind: 'inspect', bytes }, ROOMY)).rejects.toMatchObject({ exitCode: 1 });
});

test('a key in memory beside the file is not passed to the thread that parses it', () => {
  const shared = Buffer.from('%PDF- secret key');
  const date = new Date(0);
  const message = { bytes: shared.subarray(0, 5), input: { anchors: [shared.subarray(0, 1)], date } };
  const { bytes, input } = withoutNeighbours(message);
  for (const part of [bytes, ...input.anchors]) expect(part.buffer.byteLength).toBe(part.byteLength);
  expect(Buffer.from(bytes).toString()).toBe('%PDF-');
  expect(input.date).toBe(date);
});
