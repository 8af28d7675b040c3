/**
 * `npm run soak -- genuine FOLDER` verifies every signed PDF below a folder of genuine files and compares our result
 * with `pdfsig`. A false alarm is a file that we report as changed or unreadable although pdfsig reports all its
 * signatures as valid. The command fails if more than 0.5% of the compared files are false alarms. Nothing is
 * downloaded or stored.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyDocument } from '@countersign/pades';
import type { VerifyReport } from '@countersign/pades';
import { outsideTool } from './outside-tools.ts';

const TIMEOUT_MS = 60_000;
const MAX_FALSE_ALARMS = 0.005;

interface FalseAlarm {
  readonly file: string;
  readonly because: readonly string[];
}

interface GenuineSummary {
  /** The number of PDFs in which pdfsig finds a signature. Files with the same bytes are counted once. */
  readonly signed: number;
  /** The number of files skipped because `vectors/genuine/not-genuine.txt` lists them. */
  readonly excluded: number;
  readonly encrypted: number;
  /** The number of files in which pdfsig reports all signatures as valid. */
  readonly compared: number;
  readonly falseAlarms: readonly FalseAlarm[];
}

/** Verifies the files below `folder` one after another. */
export async function verifyGenuine(folder: string): Promise<GenuineSummary> {
  const seen = new Set<string>();
  const falseAlarms: FalseAlarm[] = [];
  const exclusions = readExclusions();
  let excluded = 0;
  let encrypted = 0;
  let signed = 0;
  let compared = 0;
  for (const file of pdfsBelow(folder)) {
    if (exclusions.some((pattern) => pattern.test(path.relative(folder, file)))) {
      excluded += 1;
      continue;
    }
    const bytes = readFileSync(file);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    const reference = pdfsigOpinion(file);
    if (reference === 'unsigned') continue;
    signed += 1;
    if (reference === 'broken') continue;
    const report = await verifyDocument(bytes, { anchors: [], now: new Date().toISOString() });
    if (report.reasons.some((reason) => reason.endsWith('it is encrypted.'))) {
      encrypted += 1;
      continue;
    }
    compared += 1;
    const because = alarmsOf(report);
    if (because.length > 0) falseAlarms.push({ file: path.relative(folder, file), because });
  }
  return { signed, excluded, encrypted, compared, falseAlarms };
}

function readExclusions(): RegExp[] {
  const list = readFileSync(new URL('../vectors/genuine/not-genuine.txt', import.meta.url), 'utf8');
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => new RegExp(line));
}

/**
 * Returns the reasons why a report describes a file as damaged or changed. An unknown authority or a weak algorithm is
 * not an alarm.
 */
function alarmsOf({ signatures, reasons, isFileSound }: VerifyReport): string[] {
  if (signatures.length === 0) return reasons.length === 0 ? ['No signature was found.'] : [...reasons];
  const failed = signatures.filter(
    ({ isIntact, changes, indication }) => !isIntact || changes === 'forbidden' || indication === 'TOTAL-FAILED',
  );
  if (failed.length > 0) return [...new Set(failed.flatMap((one) => one.reasons))];
  return isFileSound ? [] : [...reasons];
}

type Reference = 'unsigned' | 'broken' | 'holds';

function pdfsigOpinion(file: string): Reference {
  const { stdout } = spawnSync(outsideTool('pdfsig'), ['-nocert', file], {
    timeout: TIMEOUT_MS,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const verdicts = [...stdout.matchAll(/^ {2}- Signature Validation: (.*)$/gm)].map(([, verdict]) => verdict);
  if (verdicts.length === 0) return 'unsigned';
  return verdicts.every((verdict) => verdict === 'Signature is Valid.') ? 'holds' : 'broken';
}

function pdfsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.pdf'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

/** Runs the command and returns the exit code. */
export async function genuine([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) {
    console.error('Usage: npm run soak -- genuine FOLDER');
    return 2;
  }
  const { signed, excluded, encrypted, compared, falseAlarms } = await verifyGenuine(path.resolve(folder));
  for (const { file, because } of falseAlarms) console.log(`${file}\n${because.map((one) => `    ${one}\n`).join('')}`);
  const share = compared === 0 ? 0 : falseAlarms.length / compared;
  console.log(
    `${signed} signed files (${excluded} more are not genuine, ${encrypted} are encrypted), ${compared} of them hold for pdfsig, ${falseAlarms.length} false alarms (${(share * 100).toFixed(2)} %)`,
  );
  return compared > 0 && share <= MAX_FALSE_ALARMS ? 0 : 1;
}
