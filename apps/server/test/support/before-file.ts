/** Vitest runs this module before each of the server's test files. */
import { afterAll } from 'vitest';
import { closeLeftovers } from './after-file.ts';
import { beginFile, endFile } from './record-near.ts';

await closeLeftovers();

const folder = process.env['RECORD_NEAR'];
if (folder !== undefined) {
  await beginFile();
  afterAll(() => endFile(folder));
}
