/** Downloads the PDFs of several documents as ZIP archives, or the list as a spreadsheet. */
import * as api from '@countersign/client/operations';
import { callForFile } from '../../api/client.ts';
import type { ListEntry } from '../../api/queries.ts';
import { labels } from '../../ui/labels.ts';
import { common } from '../../ui/common.ts';
import { save } from '../../ui/save-file.ts';
import { outcomeOf, tally, type Task } from './bulk-run.ts';
import { m } from './bulk-texts.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import { TAB_LABELS } from './list-labels.ts';

/** The maximum number of documents in one archive. */
const GROUP = 100;

/** Downloads the newest file of each document. Each archive contains up to a hundred files. */
export function download(documents: readonly ListEntry[]): Task {
  return async (watch) => {
    let archives = 0;
    const saved = await tally(
      documents,
      GROUP,
      watch,
      async (group) => {
        const file = await callForFile(
          api.downloadDocuments,
          { body: { ids: group.map(({ id }) => id) } },
          watch.signal,
        );
        archives += 1;
        save(file, `${m.files.name}${documents.length > GROUP ? `-${archives}` : ''}.zip`);
        const leftOut = await leftOutOf(file);
        return group.map((document) => ({ document, why: whyNot(leftOut.get(document.id)) }));
      },
      // No look-up is necessary, because no file was saved and a download has no effect on the server.
      async (group) => group.map((document) => ({ document, why: m.bulkRun.notCarriedOut })),
    );
    return outcomeOf(saved, m.files.downloaded, () => null);
  };
}

function whyNot(leftOut: LeftOut | undefined): string | null {
  if (leftOut === undefined) return null;
  if (leftOut.error === 'DOCUMENT_NOT_FOUND') return m.files.notFound;
  if (leftOut.error === 'SERVICE_UNAVAILABLE') return m.files.notReady;
  return leftOut.message;
}

/** Saves the selected rows as a CSV file. */
export function saveAsCsv(documents: readonly ListEntry[]): Task {
  return () => {
    save(new Blob([csvOf(documents)], { type: 'text/csv;charset=utf-8' }), `${m.files.name}.csv`);
    return Promise.resolve({ text: m.files.savedAsCsv(documents.length), refused: [], isComplete: true, undo: null });
  };
}

const HEAD = [
  common.title,
  common.status,
  m.files.owner,
  labels.recipients,
  common.signed,
  m.files.tags,
  m.files.created,
  labels.sent,
  common.completed,
  m.files.expires,
  m.files.id,
];

export function csvOf(documents: readonly ListEntry[]): string {
  const rows = documents.map((entry) => [
    entry.title,
    entry.status === 'draft' ? common.draft : TAB_LABELS[entry.status],
    entry.owner.name,
    entry.signers.map(({ name, email }) => `${name} <${email}>`).join('; '),
    m.files.signedOf(
      entry.signers.filter(({ status }) => status === 'signed').length,
      entry.signers.filter(({ status }) => status !== 'notified').length,
    ),
    entry.tags.join('; '),
    entry.created_at,
    entry.sent_at ?? '',
    entry.completed_at ?? '',
    entry.expiration ?? '',
    entry.id,
  ]);
  // The byte order mark makes spreadsheets read the text as UTF-8.
  return `\u{FEFF}${[HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** A value that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
