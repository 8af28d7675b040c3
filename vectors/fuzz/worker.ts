import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBase } from '../kit/document.ts';
import { cmsSubject } from './cms.ts';
import { pdfSubject } from './pdf.ts';
import { Random } from './random.ts';
import { MEMORY_MB } from './run.ts';
import { rewriteSubject } from './rewrite.ts';
import type { Job, Message, Summary } from './run.ts';
import type { Subject } from './subject.ts';

const MAX_FINDINGS = 20;

const { kind, seed, from, cases, slowMs } = JSON.parse(process.argv[2] ?? '') as Job;
const subject = await makeSubject();
const summary: Summary = { cases: 0, valid: 0, slowestMs: 0, grownMb: 0, findings: [] };
// Returns the peak memory of the whole process, which includes peaks between two measurements.
const peakMb = () => process.resourceUsage().maxRSS / 1024;
const startMb = peakMb();
for (let index = from; index < from + cases && summary.findings.length < MAX_FINDINGS; index++) {
  // Reports the number of the case that starts, so that the parent process can name the case that hangs.
  tell({ begins: index });
  await run(subject, index);
}
tell({ summary });

function tell(message: Message): void {
  process.send?.(message);
}

async function makeSubject(): Promise<Subject> {
  if (kind === 'rewrite') return rewriteSubject();
  const base = await makeBase();
  return kind === 'pdf' ? pdfSubject(base) : cmsSubject(base);
}

async function run({ make, check }: Subject, index: number): Promise<void> {
  const { bytes, origin } = make(new Random(seed, index));
  const begun = performance.now();
  const finding = await judge(() => check(bytes, origin));
  const took = performance.now() - begun;
  const grown = peakMb() - startMb;
  // Only the case that caused the growth is reported, because the peak never decreases afterwards.
  const isTooMuch = grown > MEMORY_MB && summary.grownMb <= MEMORY_MB;
  summary.grownMb = Math.max(summary.grownMb, Math.round(grown));
  summary.cases++;
  summary.slowestMs = Math.max(summary.slowestMs, took);
  const cost = took > slowMs ? `it took ${Math.round(took)} ms` : isTooMuch ? `memory grew by ${grown} MB` : null;
  const said = finding ?? cost;
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

/** Keeps the bytes of a case. Keys are new in each run, so a case can be inspected only from its bytes. */
function keep(index: number, bytes: Buffer): string {
  const folder = join(tmpdir(), 'countersign-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${kind}-${seed}-${index}`);
  writeFileSync(file, bytes);
  return file;
}
