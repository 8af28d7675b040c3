/** What was measured, line by line beside its target. */
export interface Target {
  readonly limit: number;
  readonly atLeast: boolean;
}
export const atMost = (limit: number): Target => ({ limit, atLeast: false });
export const atLeast = (limit: number): Target => ({ limit, atLeast: true });

const missed: string[] = [];

/** Prints a figure with its target and whether that is met; `beside` is what it is to be seen beside, such as a peer's figure. */
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
  console.log(
    `${name.padEnd(58)} ${value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(5)} ${goal.padEnd(9)} ${met.padEnd(8)} ${beside === undefined ? '' : beside}`.trimEnd(),
  );
}

/** The last line of a run. */
export function summary(): string {
  return missed.length === 0 ? '\nAll targets met.' : `\n${missed.length} target(s) not met: ${missed.join('; ')}`;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);
