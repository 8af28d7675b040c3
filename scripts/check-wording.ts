// `npm run wording` checks all text in the project against the patterns of the writing guide. Existing faults are
// counted in wording-debt.json by kind and area, and their number must not grow. `-- AREA` lists the faults below a
// folder, `-- --write` stores lower counts, and `-- --sample KIND COUNT SEED` prints random samples for review.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-vitest.ts';
import { drawSample, readableTexts, SAMPLE_KINDS } from './readable-texts.ts';
import { type Fault, faultsOf } from './wording.ts';

type Debt = Record<string, number>;
const DEBT = path.join(root, 'scripts/wording-debt.json');
/**
 * Translations are excluded because people review them. The writing rules are excluded because they quote the wording
 * that they forbid.
 */
const EXCLUDED =
  /^packages\/words\/src\/(?!en\/)\w+\/|^docs\/api\/releases\/|^docs\/api\/coverage\.md$|^scripts\/wording/;

const [first, ...rest] = process.argv.slice(2);
if (first === '--sample') sample(rest);
else if (first !== undefined && first !== '--write') list(first);
else judge(first === '--write');

function judge(isWritten: boolean): void {
  const now = counts();
  const before = JSON.parse(readFileSync(DEBT, 'utf8')) as Debt;
  const grown = Object.entries(now).filter(([area, count]) => count > (before[area] ?? 0));
  const sum = (debt: Debt): number => Object.values(debt).reduce((total, count) => total + count, 0);
  console.log(`${sum(now)} faults of wording, ${sum(before)} allowed`);
  for (const [area, count] of grown) {
    console.log(
      `${area}: ${count}, at most ${before[area] ?? 0}. \`npm run wording -- ${area.split(' ')[1]}\` lists them.`,
    );
    process.exitCode = 1;
  }
  if (isWritten && grown.length === 0) writeFileSync(DEBT, `${JSON.stringify(now, null, 2)}\n`);
}

function list(area: string): void {
  for (const [file, { kind, line, rule, text }] of faults())
    if (file.startsWith(area)) console.log(`${file}:${line} ${kind} [${rule}] ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

function sample([kind = '', count = '100', seed = '1']: string[]): void {
  if (!SAMPLE_KINDS.some((known) => known === kind)) {
    console.error(`Choose one of these kinds: ${SAMPLE_KINDS.join(', ')}`);
    process.exitCode = 64;
    return;
  }
  const texts = sources().flatMap(([file, source]) => readableTexts(file, source).map((text) => ({ ...text, file })));
  const ofKind = texts.filter((text) => text.kind === kind);
  for (const { file, line, text } of drawSample(ofKind, Number(count), seed)) console.log(`${file}:${line}\t${text}`);
}

function counts(): Debt {
  const debt: Debt = {};
  for (const [file, { kind }] of faults()) {
    const area = `${kind} ${path.dirname(file).split('/').slice(0, 5).join('/')}`;
    debt[area] = (debt[area] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(debt).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function faults(): [file: string, fault: Fault][] {
  return sources().flatMap(([file, source]) => faultsOf(file, source).map((fault): [string, Fault] => [file, fault]));
}

function sources(): [file: string, source: string][] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => /\.(?:tsx?|md|css)$/.test(file) && !EXCLUDED.test(file))
    .flatMap((file): [string, string][] => {
      try {
        return [[file, readFileSync(path.join(root, file), 'utf8')]];
      } catch {
        // The file was deleted, but the deletion is not committed yet.
        return [];
      }
    });
}
