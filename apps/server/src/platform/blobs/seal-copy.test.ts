import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sealedSize } from '../crypto/sealed-file.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import { sealCopy } from './seal-copy.ts';

const FROM = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_1';
const TO = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/blb_2';
const BYTES = randomBytes(200_000);

test.each([
  ['copies a file that is intact on the second read', 1],
  ['does not copy a file that is damaged on both reads', 2],
])('%s', async (_, wrongReads) => {
  const store = memoryBlobs();
  await store.put(FROM, BYTES);
  const { stream } = store;
  let left = wrongReads;
  store.stream = (key, range) => {
    if (key !== FROM || left === 0) return stream(key, range);
    left -= 1;
    return Readable.from([Buffer.alloc(BYTES.length)]);
  };
  const copying = { from: FROM, to: TO, size: BYTES.length, sha256: sha256Hex(BYTES) };
  const copied = await sealCopy(store, copying, (bytes) => bytes);
  if (wrongReads === 1) {
    expect(copied).toHaveProperty('dataKey');
    expect(await store.size(TO)).toBe(sealedSize(BYTES.length));
  } else {
    expect(copied).toEqual({ fault: 'content' });
    await expect(store.size(TO)).rejects.toMatchObject({ code: 'not_found' });
  }
});
