/** Health of all processes of this machine in one response, regardless of which process receives the request. */
import type { Problem } from './problems.ts';

export type HealthAnswer = { status: 'healthy' | 'degraded'; timestamp: string; problems?: Problem[] };

/** Returns the worst status of all processes. Each problem is included once, with its earliest time. */
export function joinHealth(own: HealthAnswer, others: readonly Partial<HealthAnswer>[]): HealthAnswer {
  const found = new Map<string, Problem>();
  for (const problem of [own, ...others].flatMap(({ problems = [] }) => problems)) {
    const known = found.get(problem.code);
    if (!known || problem.since < known.since) found.set(problem.code, problem);
  }
  const isDegraded = [own, ...others].some(({ status }) => status === 'degraded');
  return {
    status: isDegraded ? 'degraded' : 'healthy',
    timestamp: own.timestamp,
    ...(found.size > 0 && { problems: [...found.values()] }),
  };
}
