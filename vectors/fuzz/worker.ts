import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { makeBase } from '../kit/document.ts';
import { cmsSubject } from './cms.ts';
import { pdfSubject } from './pdf.ts';
import { Random } from './random.ts';
import type { Job, Summary } from './run.ts';
import type { Subject } from './subject.ts';

const MAX_FINDINGS = 20;

const { kind, seed, from, cases, slowMs, progress } = workerData as Job & { readonly progress: Int32Array };
const base = await makeBase();
const subject = kind === 'pdf' ? await pdfSubject(base) : await cmsSubject(base);
const summary: Summary = { cases: 0, valid: 0, slowestMs: 0, findings: [] };
for (let index = from; index < from + cases && summary.findings.length < MAX_FINDINGS; index++) {
  // Whoever started this worker sees from it which case hangs.
  Atomics.store(progress, 0, index);
  await run(subject, index);
}
parentPort?.postMessage(summary);

async function run({ make, check }: Subject, index: number): Promise<void> {
  const { bytes, origin } = make(new Random(seed, index));
  const begun = performance.now();
  const finding = await judge(() => check(bytes, origin));
  const took = performance.now() - begun;
  summary.cases++;
  summary.slowestMs = Math.max(summary.slowestMs, took);
  const said = finding ?? (took > slowMs ? `it took ${Math.round(took)} ms` : null);
  if (said !== null) summary.findings.push({ index, said, file: keep(index, bytes) });
}

async function judge(check: () => ReturnType<Subject['check']>): Promise<string | null> {
  try {
    const outcome = await check();
    if (outcome.isValid) summary.valid++;
    return outcome.finding ?? null;
  } catch (error) {
    return `it crashes: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** Keys are new each time: a case can be looked at only as the bytes that it was. */
function keep(index: number, bytes: Buffer): string {
  const folder = join(tmpdir(), 'countersign-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${kind}-${seed}-${index}`);
  writeFileSync(file, bytes);
  return file;
}
