/** Parses the CSV file of an import. */
import { addressKey, hasUnseen, invitationInput, withoutUnseen } from '@countersign/contract';
import type { z } from 'zod';
import { type CsvEncoding, type CsvText, decodeCsv, parseCsv } from '../../platform/csv/index.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { faultSentence } from '../../platform/fault-sentence.ts';
import type { InvitationInput } from './invitations.ts';

const COLUMNS = ['email', 'name', 'role'] as const;

export type FileLimits = { rows: number; bytes: number };
/** `isCleaned` is true if invisible control characters were removed from the name. */
export type FileRow = { row: number; email: string; name: string; role: string; isCleaned?: boolean; fault?: string };
/** A row that was validated without the database. `input` is set if the row is valid. */
export type JudgedRow = FileRow & { input?: InvitationInput; repeats?: number };

/** @throws FILE_TOO_LARGE, or a ValidationError for an invalid file */
export async function readFile(
  content: AsyncIterable<Uint8Array>,
  limits: FileLimits,
): Promise<{ rows: JudgedRow[]; encoding: CsvEncoding; warnings: string[] }> {
  const file = decodeCsv(await readBytes(content, limits.bytes));
  const rows = readRows(file, limits.rows);
  return { rows: judgeRows(rows), encoding: file.encoding, warnings: cleaningWarnings(rows) };
}

async function readBytes(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > maxBytes)
      throw new AppError(
        'FILE_TOO_LARGE',
        { maxBytes },
        { message: `The file is larger than ${maxBytes / 2 ** 20} MB.` },
      );
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function readRows({ text, delimiter }: CsvText, maxRows: number): FileRow[] {
  const [header, ...lines] = parseCsv(text, { maxRows, delimiter });
  const names = header?.values.map((name) => withoutUnseen(name).trim().toLowerCase()) ?? [];
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalid(
      'file',
      `is missing the column ${missing.join(', ')}. The first row must contain email, name and role`,
      'missing_column',
    );
  if (lines.length > maxRows)
    throw invalid('file', `has more than ${maxRows.toLocaleString('en')} rows. Import it in parts`, 'too_many_rows');
  const at = (values: string[], name: (typeof COLUMNS)[number]) => (values[names.indexOf(name)] ?? '').trim();
  return lines.map(({ row, values, fault }) =>
    fault === undefined
      ? {
          row,
          email: at(values, 'email'),
          name: withoutUnseen(at(values, 'name')).trim(),
          role: at(values, 'role').toLowerCase(),
          isCleaned: hasUnseen(at(values, 'name')),
        }
      : unreadable(row, values[0] ?? '', fault),
  );
}

/** The maximum number of rows that are listed. Further rows are counted but not listed. */
const MAX_NAMED = 10;

function cleaningWarnings(rows: readonly FileRow[]): string[] {
  const cleaned = rows.filter(({ isCleaned }) => isCleaned === true);
  const removed = 'Invisible control characters were removed from the name in';
  const named = cleaned.slice(0, MAX_NAMED).map(({ row }) => `${removed} row ${row}.`);
  const more = cleaned.length - named.length;
  return more === 0 ? named : [...named, `${removed} ${more} more rows.`];
}

/**
 * Describes a line that cannot be parsed. The line is shown in place of the address, so that people can find it in
 * their file.
 */
const unreadable = (row: number, line: string, fault: string): FileRow => ({
  row,
  email: line.slice(0, 254),
  name: '',
  role: '',
  fault: `The row cannot be read: ${fault}.`,
});

function judgeRows(rows: readonly FileRow[]): JudgedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { email, name, role } = row;
    if (row.fault !== undefined) return row;
    const parsed = invitationInput.safeParse(
      { email, role: role === '' ? undefined : role, name: name === '' ? undefined : name },
      { reportInput: true },
    );
    if (!parsed.success) return { ...row, fault: parsed.error.issues.map(asSentence).join(' ') };
    const key = addressKey(parsed.data.email);
    const before = seen.get(key);
    if (before !== undefined) return { ...row, repeats: before };
    seen.set(key, row.row);
    return { ...row, input: parsed.data };
  });
}

function asSentence(issue: z.core.$ZodIssue): string {
  return `The ${String(issue.path[0] ?? 'row')} ${faultSentence(issue)}.`;
}
