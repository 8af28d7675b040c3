import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileErasureLedger } from '../../platform/adapters/erasure-ledger/index.ts';
import type { Command, Console } from '../../platform/console.ts';
import type { Replayed } from '../../platform/ports/erasure-ledger.ts';
import { replayAccounts } from '../account-deletion/index.ts';
import { replayDocuments } from './erase-retained.ts';

const USAGE = `Usage: npm start -- replay-erasures LEDGER

After a restore, repeats the deletions that were made since the backup was created. LEDGER is the newest copy of
erasures/ledger.jsonl, which must not come from the backup. Data under a legal hold is listed now and deleted when the hold
is released. You can run this command again.`;

/** The exit code EX_NOINPUT of sysexits.h: the file is missing. */
const EXIT_NO_INPUT = 66;
const IS_THERE = [() => true, () => false] as const;
const LEFT: Partial<Record<Replayed['outcome'], string>> = {
  held: 'kept because of a legal hold. The data is deleted when the hold is released.',
  ownership:
    'kept because an organization would have no owner. The account is deleted when the organization has another owner.',
};

const replay: Command<Console> = {
  name: 'replay-erasures',
  usage: USAGE,
  read: ([file, ...rest]) =>
    file === undefined || rest.length > 0 ? undefined : (console) => replayErasures(console, file),
};

/** @returns the exit code: 0, 1 if something could not be erased yet, 66 (EX_NOINPUT) if the file is missing */
export async function replayErasures({ open, out, err, dataDir }: Console, file: string): Promise<number> {
  if (!(await access(file).then(...IS_THERE))) {
    err(`The file ${file} does not exist or cannot be read.`);
    return EXIT_NO_INPUT;
  }
  return open(async ({ database, unseal }) => {
    const { uow } = await unseal();
    const ledger = fileErasureLedger(join(dataDir, 'erasures', 'ledger.jsonl'));
    const items = await fileErasureLedger(file).erased();
    // After this step, the data folder's own ledger contains all erasures.
    const known = new Set((await ledger.erased()).map(({ id }) => id));
    await ledger.settle(
      items.filter(({ id }) => !known.has(id)),
      'erased',
    );
    const replayed = [
      ...(await replayDocuments(uow, items)),
      ...(await replayAccounts({ database, uow, ledger }, items)),
    ];
    for (const kind of ['document', 'account'] as const) {
      const of = (outcome: Replayed['outcome']) =>
        replayed.filter((item) => item.kind === kind && item.outcome === outcome).length;
      out(`${kind}s: ${of('erased')} erased, ${of('absent')} not in this database`);
    }
    const left = replayed.filter(({ outcome }) => outcome in LEFT);
    for (const { kind, id, outcome } of left) out(`${kind} ${id}: ${LEFT[outcome] ?? outcome}`);
    out(
      'The next retention run deletes the files of the erased objects. To run it now, start the server, or call /api/cron/data-retention.',
    );
    return left.length > 0 ? 1 : 0;
  });
}

export const commands = [replay];
