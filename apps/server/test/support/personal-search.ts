/** Searches all stored data for a person: every row, every file, every line of the log. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoredFiles } from './stored-files.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Returns the whole content of the database as one string per row, with bytes as hexadecimal digits. */
export async function everyRow(query: Query): Promise<{ table: string; row: string }[]> {
  const tables = await query(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  const rows: { table: string; row: string }[] = [];
  for (const { name } of tables)
    for (const { row } of await query(`select to_jsonb(t)::text as row from ${String(name)} t`))
      rows.push({ table: String(name), row: String(row) });
  return rows;
}

/**
 * Returns the forms in which a string may be stored: unchanged, as JSON within JSON, as UTF-8 or UTF-16 bytes, or in
 * base64 at each offset.
 */
function formsOf(text: string): string[] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), utf8]).toString('base64');
    return whole.slice(4, -4);
  });
  const escaped = JSON.stringify(text).slice(1, -1);
  return [
    text,
    escaped,
    escaped.replaceAll('"', String.raw`\"`),
    utf8.toString('hex'),
    utf16.toString('hex'),
    utf16.swap16().toString('hex'),
    ...base64,
  ].map((form) => form.toLowerCase());
}
/** Returns a function that lists which of these strings occur in a given text, in any form. */
export function finderOf(texts: readonly string[]): (text: string) => string[] {
  const needles = texts.flatMap(formsOf);
  return (text) => {
    const lower = text.toLowerCase();
    return needles.filter((needle) => lower.includes(needle));
  };
}

/** Returns the files below a folder that contain one of the strings. */
export async function filesWith(folder: string, found: (text: string) => string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return withHits(files, readFile, found);
}

/** Returns the keys of stored files that contain one of the strings. */
export async function storedFilesWith(files: StoredFiles, found: (text: string) => string[]): Promise<string[]> {
  const keys = await files.keys();
  if (keys.length < 3) throw new Error('There are no stored files to search.');
  return withHits(keys, files.read, found);
}

async function withHits(
  names: string[],
  read: (name: string) => Promise<Buffer>,
  found: (text: string) => string[],
): Promise<string[]> {
  const hits = await Promise.all(
    names.map(async (name) => {
      const bytes = await read(name);
      return found(bytes.toString('latin1')).length + found(bytes.toString('hex')).length > 0;
    }),
  );
  return names.filter((_, index) => hits[index]);
}
