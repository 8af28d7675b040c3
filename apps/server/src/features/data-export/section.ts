/**
 * The sections of an export. They are read one after another, in batches, with a cursor that remains valid after a
 * restart.
 */
import type { Pieces } from '../../platform/zip/zip-writer.ts';

export type ExportEntry = { path: string; read: () => Promise<Uint8Array | Pieces> };
export type Batch = {
  entries: readonly ExportEntry[];
  /** The position where the next batch starts. Null after the last batch. */
  next: string | null;
  documents?: number;
};
export type Section = (cursor: string | null) => Promise<Batch>;
/** `documents` counts the documents up to and including this part. */
export type Progress = { documents: number };

export const jsonFile = (path: string, value: unknown): ExportEntry => textFile(path, JSON.stringify(value, null, 2));

export const textFile = (path: string, text: string): ExportEntry => ({
  path,
  read: async () => Buffer.from(`${text}\n`),
});

/** Creates a file even if the list is empty. */
export const linesFile = (path: string, lines: readonly (string | Buffer)[]): ExportEntry => ({
  path,
  read: async () => Buffer.concat(lines.flatMap((line) => [Buffer.from(line), NEWLINE])),
});
const NEWLINE = Buffer.from('\n');

export const whole =
  (read: () => Promise<readonly ExportEntry[]>): Section =>
  async () => ({ entries: await read(), next: null });
