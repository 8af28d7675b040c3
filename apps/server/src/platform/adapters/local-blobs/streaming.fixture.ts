// Run with `--expose-gc`: puts 96 MB into the folder in argv, piece by piece, and prints the peak size of its buffers
// in bytes.
import { setImmediate } from 'node:timers/promises';
import { openLocalBlobs } from './index.ts';

const blobs = await openLocalBlobs(process.argv[2] ?? '');
let most = 0;

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < 96 * 16; at += 1) {
    yield Buffer.allocUnsafeSlow(64 * 1024).fill(at % 251);
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    await setImmediate();
  }
}

await blobs.put('ten_01k9zzzzzzzzzzzzzzzzzzzzzz/large', pieces());
process.stdout.write(`${most}\n`);
