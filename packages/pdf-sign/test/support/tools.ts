import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { outsideTool } from '../../../../scripts/outside-tools.ts';

export function inFolder<Result>(work: (file: (name: string) => string) => Result): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-rewrite-'));
  try {
    return work((name) => path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the errors that `qpdf --check` reports, or null if there are none. */
export function qpdfComplaint(pdf: Uint8Array): string | null {
  return inFolder((file) => {
    writeFileSync(file('checked.pdf'), pdf);
    const { status, stdout, stderr } = spawnSync(outsideTool('qpdf'), ['--check', file('checked.pdf')]);
    return status === 0 ? null : `${stdout.toString()}${stderr.toString()}`;
  });
}

export function throughQpdf(pdf: Uint8Array, options: readonly string[]): Buffer {
  return inFolder((file) => {
    writeFileSync(file('in.pdf'), pdf);
    const { status, stderr } = spawnSync(outsideTool('qpdf'), [...options, '--', file('in.pdf'), file('out.pdf')]);
    if (status !== 0) throw new Error(stderr.toString());
    return readFileSync(file('out.pdf'));
  });
}

/** Returns every page as pixels at a low resolution. */
export function pixels(pdf: Uint8Array): Buffer {
  return inFolder((file) => {
    writeFileSync(file('shown.pdf'), pdf);
    const options = { maxBuffer: 2 ** 28 };
    return spawnSync(outsideTool('pdftoppm'), ['-r', '36', file('shown.pdf')], options).stdout;
  });
}
