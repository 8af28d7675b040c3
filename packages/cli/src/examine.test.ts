import { expect, test } from 'vitest';

import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { examine, withoutNeighbours } from './examine.ts';

const ROOMY = { timeoutMs: 20_000, memoryMb: 512 };

test('exits with a message and code 1 if a file takes too long', async () => {
  const task = examine({ kind: 'inspect', bytes: makePdf() }, { ...ROOMY, timeoutMs: 1 });
  await expect(task).rejects.toMatchObject({
    exitCode: 1,
    message: 'Reading this file takes longer than 0.001 seconds.',
  });
});

test('exits with a message and code 1 if a file uses too much memory', async () => {
  const task = examine({ kind: 'inspect', bytes: Buffer.alloc(64 * 2 ** 20) }, { ...ROOMY, memoryMb: 16 });
  await expect(task).rejects.toMatchObject({
    exitCode: 1,
    message: 'Reading this file takes more than 16 MB of memory.',
  });
});

test('rejects a file with endless nesting as soon as it is read', async () => {
  const bytes = makePdf({ catalog: `/Nested ${'['.repeat(200_000)}` });
  await expect(examine({ kind: 'inspect', bytes }, ROOMY)).rejects.toMatchObject({ exitCode: 1 });
});

test('passes only the file itself to the parser thread, without a key that is next to the file in memory', () => {
  const shared = Buffer.from('%PDF- secret key');
  const date = new Date(0);
  const message = { bytes: shared.subarray(0, 5), input: { anchors: [shared.subarray(0, 1)], date } };
  const { bytes, input } = withoutNeighbours(message);
  for (const part of [bytes, ...input.anchors]) expect(part.buffer.byteLength).toBe(part.byteLength);
  expect(Buffer.from(bytes).toString()).toBe('%PDF-');
  expect(input.date).toBe(date);
});
