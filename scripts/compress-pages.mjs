/**
 * The last step of the page builds. It writes a compressed version beside each file, which the server sends to clients
 * that accept it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Formats that are already compressed (images, woff2) gain nothing. */
const COMPRESSIBLE = /\.(css|js|svg|ttf)$/;
/** Below this size, the headers are larger than the savings. */
const LEAST_BYTES = 200;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/**
 * Writes `name.br` and `name.gz` beside each file in a folder, if compression makes the file smaller.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const forms = /** @type {const} */ ([
    ['.br', await promisify(brotliCompress)(bytes, BROTLI)],
    ['.gz', await promisify(gzip)(bytes, { level: 9 })],
  ]);
  for (const [ending, form] of forms) if (form.length < bytes.length) await writeFile(file + ending, form);
}
