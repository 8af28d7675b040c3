import { access, constants, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { ConfigFault } from '../../config-fault.ts';
import type { Erased, ErasureLedger } from '../../ports/erasure-ledger.ts';

type Line = Erased & { v: 1; at: string; outcome: 'intended' | 'erased' | 'kept' };

/**
 * An append-only file with one JSON object per line. Several processes can share it: each line is one write, which
 * O_APPEND puts at the end. Each write begins with a line break, so that a truncated write does not damage the next
 * line.
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
  /**
   * Reads complete lines from a byte offset and returns the offset of the next line. Even a file with many years of
   * entries is never loaded into memory as a whole.
   */
  async function readFrom(start: number, each: (line: Line, item: string) => void): Promise<number> {
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!handle) return 0;
    let at = start;
    let rest: Uint8Array = new Uint8Array(0);
    for await (const chunk of handle.createReadStream({ start }) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf('\n') + 1;
      for (const text of bytes.toString('utf8', 0, end).split('\n')) {
        const line = parse(text);
        if (line) each(line, `${line.kind} ${line.tenantId ?? ''} ${line.id}`);
      }
      at += end;
      rest = bytes.subarray(end);
    }
    return at;
  }

  const withoutEnd = new Map<string, Erased>();
  let readTo = 0;
  return {
    intend: (items) => append(items, 'intended'),
    settle: append,
    unsettled: async () => {
      readTo = await readFrom(readTo, (line, item) => {
        if (line.outcome === 'intended') withoutEnd.set(item, itemOf(line));
        else withoutEnd.delete(item);
      });
      return [...withoutEnd.values()];
    },
    erased: async () => {
      const found = new Map<string, Line>();
      await readFrom(0, (line, item) => {
        // Erased data stays recorded as erased, regardless of later records, because several backups can contain it.
        if (found.get(item)?.outcome === 'erased') return;
        if (line.outcome === 'kept') found.delete(item);
        else found.set(item, line);
      });
      return [...found.values()].map(itemOf);
    },
  };
}

/**
 * Throws ConfigFault if the ledger cannot be read and written, for example in a volume of another user. Creates
 * nothing, because a restore treats an existing ledger as the newest.
 */
export async function checkErasureLedger(file: string): Promise<void> {
  const { R_OK, W_OK, X_OK } = constants;
  const isThere = async (name: string, mode: number): Promise<boolean> => {
    try {
      await access(name, mode);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw new ConfigFault(`DATA_DIR: the server must be able to read and write ${name}`, { cause: error });
    }
  };
  if (!(await isThere(file, R_OK | W_OK))) await isThere(path.dirname(file), W_OK | X_OK);
}

const itemOf = ({ kind, tenantId, id }: Line): Erased => ({ kind, tenantId, id });

function parse(line: string): Line | undefined {
  try {
    const read = JSON.parse(line) as Line;
    return read.v === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}
