import type { DueDocument } from './queries.ts';

/** An apostrophe makes spreadsheets treat a formula as text. */
const cell = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The byte order mark makes spreadsheets detect UTF-8. */
export function dueCsv(documents: readonly DueDocument[]): string {
  const head = [
    'id',
    'title',
    'status',
    'owner',
    'owner_email',
    'retention_ends_at',
    'announced_at',
    'erase_at',
    'held',
  ];
  const lines = documents.map((one) => [
    one.id,
    one.title,
    one.status,
    one.owner?.name ?? '',
    one.owner?.email ?? '',
    one.retention_ends_at,
    one.announced_at ?? '',
    one.erase_at ?? '',
    one.held ? 'yes' : 'no',
  ]);
  return `\uFEFF${[head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
