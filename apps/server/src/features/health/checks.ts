/** Lists of checks. Each check reports a finding and a fix. The worst finding determines the overall status. */
export type State = 'healthy' | 'degraded' | 'unhealthy';
export type Check = { name: string; status: State; message: string; fix: string | null };
export type Checks = { status: State; timestamp: string; checks: Check[] };

export const healthy = (name: string, message: string): Check => ({ name, status: 'healthy', message, fix: null });
/** The service works but needs attention. */
export const weak = (name: string, message: string, fix: string): Check => ({ name, status: 'degraded', message, fix });
/** The service has a problem that is not acceptable in production. */
export const unhealthy = (name: string, message: string, fix: string): Check => ({
  name,
  status: 'unhealthy',
  message,
  fix,
});

export function checksOf(now: Date, checks: readonly Check[]): Checks {
  const worst = (['unhealthy', 'degraded'] as const).find((state) => checks.some(({ status }) => status === state));
  return { status: worst ?? 'healthy', timestamp: now.toISOString(), checks: [...checks] };
}
