/**
 * Reports each result on one line with its target. Times and rates are also reported relative to the speed of the
 * machine.
 */
export interface Target {
  readonly limit: number;
  readonly atLeast: boolean;
}
export const atMost = (limit: number): Target => ({ limit, atLeast: false });
export const atLeast = (limit: number): Target => ({ limit, atLeast: true });

/**
 * `ratio` is relative to the reference measurement (yardstick.ts): a time is divided by its duration, and a rate is
 * multiplied by it.
 */
export type Figure = { name: string; value: number; unit: string; ratio?: number };

const missed: string[] = [];
const figures: Figure[] = [];
let yardstickMs: number | undefined;

/** Sets the reference measurement for the figures reported from now on. */
export function setYardstick(ms: number): void {
  yardstickMs = ms;
}

export const reported = (): readonly Figure[] => figures;

/**
 * Prints a figure with its target and whether the target is met. `beside` is a value to compare with, such as a
 * competitor's figure.
 */
export function report(
  name: string,
  value: number,
  unit: string,
  { target, beside }: { target?: Target | undefined; beside?: string | undefined } = {},
): void {
  const isMet = target === undefined || (target.atLeast ? value >= target.limit : value <= target.limit);
  if (!isMet) missed.push(name);
  const met = target === undefined ? '' : isMet ? 'met' : 'NOT MET';
  const goal = target === undefined ? '' : `${target.atLeast ? '>=' : '<='} ${target.limit}`;
  const ratio = yardstickMs === undefined ? undefined : ratioOf(value, unit, yardstickMs);
  figures.push({ name, value, unit, ...(ratio !== undefined && { ratio }) });
  const relative = ratio === undefined ? '' : `${rounded(ratio)} y`;
  console.log(
    `${name.padEnd(58)} ${rounded(value).padStart(8)} ${unit.padEnd(5)} ${relative.padStart(10)} ${goal.padEnd(9)} ${met.padEnd(8)} ${beside === undefined ? '' : beside}`.trimEnd(),
  );
}

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, µs: 0.001 };

/** Returns the ratio, or undefined for figures that do not depend on the speed of the machine, such as bytes. */
export function ratioOf(value: number, unit: string, yardstick: number): number | undefined {
  const ms = MS[unit];
  if (ms !== undefined) return (value * ms) / yardstick;
  return unit.endsWith('/s') ? (value * yardstick) / 1000 : undefined;
}

export const rounded = (value: number): string => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 0);

/** Returns the last line of a run, which names the missed targets. */
export function summary(): string {
  return missed.length === 0 ? '\nAll targets met.' : `\n${missed.length} target(s) not met: ${missed.join('; ')}`;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);
