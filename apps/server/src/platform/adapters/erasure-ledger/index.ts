import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Erased, ErasureLedger } from '../../ports/erasure-ledger.ts';

type Line = Erased & { v: 1; at: string; outcome: 'intended' | 'erased' | 'kept' };

/**
 * A file of one line of JSON each, only ever appended to. Several processes may share it: a line is one write, which O_APPEND puts at
 * the end. Each write begins with a line break, so that one that was cut short spoils no other.
 */
export function fileErasureLedger(file: string): ErasureLedger {
  const append = async (items: readonly Erased[], outcome: Line['outcome']): Promise<void> => {
    if (items.length === 0) return;
    const at = new Date().toISOString();
    const lines = items.map(({ kind, tenantId, id }) => JSON.stringify({ v: 1, at, outcome, kind, tenantId, id }));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'a', 0o600);
    try {
      await handle.write(`\n${lines.join('\n')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  /** How each item ended, in the order in which they were first named. */
  const outcomes = async (): Promise<Map<string, Line>> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const found = new Map<string, Line>();
    for (const line of text.split('\n')) {
      const read = parse(line);
      if (read) found.set(`${read.kind} ${read.tenantId ?? ''} ${read.id}`, read);
    }
    return found;
  };
  const withOutcome = async (...wanted: Line['outcome'][]): Promise<Erased[]> =>
    [...(await outcomes()).values()]
      .filter(({ outcome }) => wanted.includes(outcome))
      .map(({ kind, tenantId, id }) => ({ kind, tenantId, id }));
  return {
    intend: (items) => append(items, 'intended'),
    settle: append,
    unsettled: () => withOutcome('intended'),
    erased: () => withOutcome('erased', 'intended'),
  };
}

function parse(line: string): Line | undefined {
  try {
    const read = JSON.parse(line) as Line;
    return read.v === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}
