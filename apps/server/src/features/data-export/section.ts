/** What an export is made of: sections, one after the other, each read in batches by a cursor that outlives the process. */
import type { Pieces } from '../../platform/zip/zip-writer.ts';

export type ExportEntry = { path: string; read: () => Promise<Uint8Array | Pieces> };
export type Batch = {
  entries: readonly ExportEntry[];
  /** Where the next batch begins; null: this was the last one. */
  next: string | null;
  /** How many documents are in it. */
  documents?: number;
};
export type Section = (cursor: string | null) => Promise<Batch>;
/** Documents so far, of this part and those before. */
export type Progress = { documents: number };

export const jsonFile = (path: string, value: unknown): ExportEntry => textFile(path, JSON.stringify(value, null, 2));

export const textFile = (path: string, text: string): ExportEntry => ({
  path,
  read: async () => Buffer.from(`${text}\n`),
});

/** Lines of a chain or a list; a file without any is a file all the same. */
export const linesFile = (path: string, lines: readonly (string | Buffer)[]): ExportEntry => ({
  path,
  read: async () => Buffer.concat(lines.flatMap((line) => [Buffer.from(line), NEWLINE])),
});
const NEWLINE = Buffer.from('\n');

/** One batch that is all of it. */
export const whole =
  (read: () => Promise<readonly ExportEntry[]>): Section =>
  async () => ({ entries: await read(), next: null });
