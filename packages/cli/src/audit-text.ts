import type { LogResult } from '@countersign/audit-log';

import type { CertificateResult } from './audit-certificate.ts';
import { countText, harmless, numberText, painter, table, timeText } from './terminal.ts';

const entriesText = (count: number): string => `${numberText(count)} ${count === 1 ? 'entry' : 'entries'}`;
const upTo = (size: number): string => (size === 0 ? 'none' : `up to ${entriesText(size)}`);

/** The output for a log: the first error, or the facts about a valid log. */
export function logText(result: LogResult, colours: boolean, { isOwnKey }: { isOwnKey: boolean }): string {
  const paint = painter(colours);
  if (!result.valid) {
    const verdict = result.fault.code === 'promise_open' ? paint('yellow', 'NOT CONFIRMED') : paint('red', 'NOT VALID');
    return `${verdict}: ${harmless(result.fault.message)}\n`;
  }
  const { origin, entries, streams, removed, root, checkpoints, pinned, cosigned, timestamped } = result;
  const rows: [string, string][] = [
    ['Log', harmless(origin)],
    ['Entries', `${numberText(entries)}${streams === 0 ? ' (only hashes)' : ` in ${countText(streams, 'stream')}`}`],
    ...(removed === 0 ? [] : [['Removed', `${entriesText(removed)} after the retention period`] as [string, string]]),
    ['Root', root],
    ['Checkpoints', numberText(checkpoints)],
    ['Time-stamps', upTo(timestamped)],
    ['Witnesses', upTo(cosigned)],
    ['Pins', upTo(pinned)],
  ];
  const notes = [
    ...(isOwnKey ? [] : ['The key was published by the log itself. Pass a key from another source with --key.']),
    ...(pinned > 0 ? [] : ['Without a pin, a rewritten or truncated log is not detected. Pass a pin with --pin.']),
  ];
  return `${paint('green', 'VALID')}: All entries match the signed log.\n\n${table(rows)}${notes.map((note) => `\n${note}\n`).join('')}`;
}

export function certificateText(file: string, result: CertificateResult, colours: boolean): string {
  const paint = painter(colours);
  const { origin, size, index, entry, cosigners, keyFrom } = result;
  const head =
    keyFrom === 'file'
      ? `${paint('yellow', 'NOT CONFIRMED')}: The proof is consistent, but the key of the log comes from the file itself. Pass --key, or the root certificate with --trust.`
      : `${paint('green', 'VALID')}: The log contains this entry of the document's audit trail.`;
  return `${head}\n\n${table([
    ['File', harmless(file)],
    ['Log', harmless(origin)],
    ['Entry', `${numberText(index)} of ${entriesText(size)}`],
    ['Event', `${entry.type}, ${timeText(entry.at)}`],
    ['Document', entry.stream],
    ['Witnesses', cosigners.length === 0 ? 'none' : cosigners.map(harmless).join(', ')],
  ])}`;
}
