import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { fromPem, PkiError } from '@countersign/pki';

import { CommandError, ExitCode } from './command-error.ts';

/** Larger files are refused because they exceed the worker's memory limit. */
const MAX_FILE_BYTES = 256 * 2 ** 20;

/**
 * Reads a whole file. Throws CommandError with code 66 if the file does not exist, or with code 1 if it is too large.
 */
export function readFile(name: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(name, 'r');
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new CommandError(ExitCode.noInput, `${name} is not a file.`);
    if (facts.size > MAX_FILE_BYTES)
      throw new CommandError(ExitCode.invalid, `${name} is larger than ${MAX_FILE_BYTES / 2 ** 20} MB.`);
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new CommandError(
      ExitCode.noInput,
      isMissing ? `The file ${name} does not exist.` : `${name} cannot be read.`,
      cause,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads the DER values from a PEM or DER file. `parse` validates one value. Throws CommandError (64, 66). */
export function readDerFile(name: string, label: string, what: string, parse: (der: Buffer) => unknown): Buffer[] {
  const bytes = readFile(name);
  try {
    const values = bytes.includes('-----BEGIN ') ? fromPem(label, bytes.toString('latin1')) : [bytes];
    for (const value of values) parse(value);
    return values;
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new CommandError(ExitCode.usage, `${name} contains no ${what}.`, cause);
  }
}

/** Writes a file atomically by writing it under a temporary name first. Throws CommandError (1). */
export function writeWhole(name: string, parts: readonly Uint8Array[]): void {
  const temporary = path.join(path.dirname(name), `.${path.basename(name)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, Buffer.concat(parts), { flag: 'wx' });
    renameSync(temporary, name);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new CommandError(ExitCode.invalid, `${name} cannot be written.`, cause);
  }
}
