import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';

import { buildEntry, commitPii, GENESIS } from '@countersign/audit-log';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  Frontier,
  leafHash,
  signNote,
} from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';

import { tell } from '../../../scripts/soak-summary.ts';
import { testKey } from '../../audit-log/test/keys.ts';
import { makeFolder } from '../test/harness.ts';

const ENTRIES = 1_000_000;
const STREAM = 2;
/** The test writes personal data in batches of this size, as the server does. */
const PERSONAL_LINES = 2_000;
const SALT = Buffer.alloc(32, 7);
const MEASURED = path.resolve(import.meta.dirname, '../test/measured.ts');

type Measured = { code: number; text: string; seconds: number; megabytes: number };

/** Writes the export of a log. Each document has two entries of realistic size. */
async function writeLog(folder: string): Promise<void> {
  const log = testKey('inst_7/ten_1');
  const frontier = new Frontier();
  mkdirSync(path.join(folder, 'checkpoints'), { recursive: true });
  mkdirSync(path.join(folder, 'personal'));
  const file = createWriteStream(path.join(folder, 'entries.jsonl'));
  let personal = '';
  let prev = GENESIS;
  for (let index = 0; index < ENTRIES; index++) {
    const n = index % STREAM;
    const stream = `doc_${String(Math.floor(index / STREAM)).padStart(24, '0')}`;
    const id = `adt_${String(index).padStart(24, '0')}`;
    const fields = { name: `Signer ${index}`, address: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };
    const built = buildEntry({
      tenant: 'ten_1',
      stream,
      n,
      prev: n === 0 ? GENESIS : prev,
      at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      id,
      type: 'document.viewed',
      actor: { kind: 'signer', id: `sgn_${String(index).padStart(24, '0')}` },
      target: { kind: 'document', id: stream },
      data: { sha256: 'c'.repeat(64), revision: n, method: 'link' },
      pii: commitPii(SALT, fields),
    });
    personal += `${JSON.stringify({ id, salt: SALT.toString('hex'), fields })}\n`;
    if ((index + 1) % PERSONAL_LINES === 0) {
      writeFileSync(path.join(folder, 'personal', `${index}.jsonl`), personal);
      personal = '';
    }
    prev = built.hash;
    frontier.append(leafHash(built.bytes));
    if (!file.write(`${built.bytes.toString()}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  const text = formatCheckpoint({ origin: log.name, size: frontier.size, root: frontier.root() });
  const files = {
    'checkpoints/1000000': formatNote(text, [await signNote(text, log)]),
    keys: formatVerifierKey(log.key()),
  };
  for (const [name, content] of Object.entries(files)) {
    const out = createWriteStream(path.join(folder, name));
    out.end(content);
    await once(out, 'finish');
  }
}

test('verifies a million entries in 30 seconds and 512 MB on one core', { timeout: 600_000 }, async () => {
  const folder = makeFolder();
  try {
    await writeLog(folder.at('export'));
    const child = spawn(process.execPath, [MEASURED, 'audit', 'verify', folder.at('export')]);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await once(child, 'close');
    const { code, text, seconds, megabytes } = JSON.parse(out) as Measured;
    tell(`audit verify: ${ENTRIES} entries in ${seconds.toFixed(1)} s of CPU time and ${Math.round(megabytes)} MB`);
    expect(text).toContain('VALID');
    expect(code).toBe(0);
    // CPU time is measured instead of elapsed time, because other programs run on the same cores.
    expect(seconds).toBeLessThan(30);
    expect(megabytes).toBeLessThan(512);
  } finally {
    folder.remove();
  }
});
