/**
 * `npm run bench -- compare A B [PART …] [--rounds 3] [--quick]` measures two commits alternately, each in a separate
 * clean worktree, and prints medians and the ratio of B to A. Each run is divided by its own reference measurement, so
 * a machine that slows down between two runs does not change the ratio. The parts must exist in both commits.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median, ratioOf, rounded } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The column at which figures start in the bench's output, because report.ts pads names to this width. */
const NAME_WIDTH = 58;
const YARDSTICK = /^this machine (before|after)/;
const USAGE = 'Usage: npm run bench -- compare COMMIT COMMIT [PART …] [--rounds N] [--quick]';

/**
 * Returns the figures that a run printed, relative to the reference measurement of that run. Runs of older commits
 * print no ratios.
 */
export function figuresOf(output: string): Figure[] {
  const figures = output.split('\n').flatMap((line): Figure[] => {
    const found = /^(.*?) +(-?\d+(?:\.\d+)?) (\S+)(?: |$)/.exec(line.slice(NAME_WIDTH));
    if (line.length <= NAME_WIDTH || !found) return [];
    const [, rest = '', value, unit = ''] = found;
    return [{ name: `${line.slice(0, NAME_WIDTH)}${rest}`.trim(), value: Number(value), unit }];
  });
  const yardsticks = figures.filter(({ name }) => YARDSTICK.test(name)).map(({ value }) => value);
  const yardstick = yardsticks.reduce((sum, value) => sum + value, 0) / yardsticks.length;
  return figures
    .filter(({ name }) => !YARDSTICK.test(name))
    .map((figure) => ({ ...figure, ratio: ratioOf(figure.value, figure.unit, yardstick) ?? figure.value }));
}

/**
 * Returns one line per figure that both commits have: the measured medians, the ratio relative to the reference
 * measurement, and the range of each side's ratios.
 */
export function compared(before: readonly Figure[][], after: readonly Figure[][]): string[] {
  const names = new Set(before.flat().map(({ name }) => name));
  const header = `${''.padEnd(NAME_WIDTH)} ${'A'.padStart(9)} ${'B'.padStart(9)}       B / A  ranges of A and B, by the yardstick`;
  const lines = [...names].flatMap((name) => {
    const [a, b] = [before, after].map((runs) => runs.flat().filter((figure) => figure.name === name));
    if (!a || !b?.[0]) return [];
    const ratios = [a, b].map((side) => side.map(({ ratio = Number.NaN }) => ratio).toSorted((x, y) => x - y));
    const [ofA = [], ofB = []] = ratios;
    const [ma, mb] = [a, b].map((side) => rounded(median(side.map(({ value }) => value))));
    const ranges = [ofA, ofB].map((side) => `${rounded(side[0] ?? 0)}–${rounded(side.at(-1) ?? 0)}`).join(', ');
    const ratio = (median(ofB) / median(ofA)).toFixed(2);
    return [
      `${name.padEnd(NAME_WIDTH)} ${String(ma).padStart(9)} ${String(mb).padStart(9)} ${b[0].unit.padEnd(5)} ${ratio.padStart(5)}  ${ranges}`,
    ];
  });
  return [header, ...lines];
}

/** @returns the exit code */
export async function compare(args: readonly string[]): Promise<number> {
  const rounds = Number(valueOf(args, '--rounds') ?? 3);
  const [before, after, ...parts] = args.filter(
    (arg, index) => !arg.startsWith('--') && args[index - 1] !== '--rounds',
  );
  if (before === undefined || after === undefined || !Number.isInteger(rounds) || rounds < 1) {
    console.error(USAGE);
    return 2;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-compare-'));
  const asked = [...parts, ...(args.includes('--quick') ? ['--quick'] : [])];
  const sides = [before, after].map((commit, index) => ({
    commit,
    tree: path.join(folder, 'AB'[index] ?? ''),
    runs: [] as Figure[][],
  }));
  try {
    for (const { commit, tree } of sides) {
      console.log(`Installing ${commit} …`);
      await run('git', ['worktree', 'add', '--detach', '--force', tree, commit], ROOT);
      await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], tree);
    }
    for (let round = 1; round <= rounds; round += 1)
      for (const { commit, tree, runs } of sides) {
        console.log(`Round ${round} of ${rounds}: ${commit} …`);
        const figures = figuresOf(await run('npm', ['run', 'bench', '--', ...asked], tree));
        if (figures.length === 0) throw new Error(`the bench of ${commit} printed no figure`);
        runs.push(figures);
      }
    const [a, b] = sides;
    console.log(`\nA: ${before}, B: ${after}, ${rounds} alternating rounds\n`);
    for (const line of compared(a?.runs ?? [], b?.runs ?? [])) console.log(line);
    return 0;
  } finally {
    for (const { tree } of sides) await run('git', ['worktree', 'remove', '--force', tree], ROOT).catch(() => '');
    await rm(folder, { recursive: true, force: true });
  }
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/** @returns its output @throws Error with the end of the output if the command fails */
function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${output.slice(-2000)}`));
    });
  });
}
