/** The CSV file of an import: its text, its columns, its rows. */
import { addressKey, invitationInput } from '@countersign/contract';
import type { z } from 'zod';
import { delimiterOf, parseCsv } from '../../platform/csv/index.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { faultSentence } from '../../platform/fault-sentence.ts';
import type { InvitationInput } from './invitations.ts';

const COLUMNS = ['email', 'name', 'role'] as const;

export type FileLimits = { rows: number; bytes: number };
export type FileRow = { row: number; email: string; name: string; role: string };
/** A row as the file alone judges it: `input` where it is good. */
export type JudgedRow = FileRow & { input?: InvitationInput; fault?: string; repeats?: number };

/** @throws FILE_TOO_LARGE, ValidationError for a file that is none */
export async function readFile(content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<JudgedRow[]> {
  return judgeRows(readRows(await readText(content, limits.bytes), limits.rows));
}

async function readText(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw invalid('file', 'is not UTF-8 text; save it as "CSV UTF-8"', 'invalid_encoding');
  }
}

function readRows(text: string, maxRows: number): FileRow[] {
  const { rows, fault } = parseCsv(text, { maxRows, delimiter: delimiterOf(text) });
  if (fault) throw invalid('file', `row ${fault.row}: ${fault.message}`, 'malformed_csv');
  const [header, ...lines] = rows;
  const names = header?.values.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalid(
      'file',
      `lacks the column ${missing.join(', ')}; its first row must name email, name and role`,
      'missing_column',
    );
  if (lines.length > maxRows)
    throw invalid('file', `has more than ${maxRows.toLocaleString('en')} rows; import it in parts`, 'too_many_rows');
  const at = (values: string[], name: (typeof COLUMNS)[number]) => (values[names.indexOf(name)] ?? '').trim();
  return lines.map(({ row, values }) => ({
    row,
    email: at(values, 'email'),
    name: at(values, 'name'),
    role: at(values, 'role').toLowerCase(),
  }));
}

function judgeRows(rows: readonly FileRow[]): JudgedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { email, name, role } = row;
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
