// The crash test kills this program. It puts blobs into the folder in argv until it is killed, and prints the key and
// SHA-256 of each acknowledged blob.
import { randomBytes } from 'node:crypto';
import { openLocalBlobs } from './index.ts';

const blobs = await openLocalBlobs(process.argv[2] ?? '');
const run = randomBytes(4).toString('hex');
for (let number = 1; ; number += 1) {
  const key = `ten_01k9zzzzzzzzzzzzzzzzzzzzzz/${run}_${number}`;
  const { sha256 } = await blobs.put(key, randomBytes(300_000));
  process.stdout.write(`${key} ${sha256}\n`);
}
