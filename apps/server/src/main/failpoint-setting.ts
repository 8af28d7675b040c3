/**
 * CRASH_AT=point or CRASH_AT=point:n ends the server at a step of platform/failpoints.ts. It is no setting for users and not in their
 * table: it counts only beside CRASH_TEST=yes, and for a server that nobody can be using, one whose links lead to loopback.
 */
import { FAILPOINTS, type Failpoint } from '../platform/failpoints.ts';
import { type Config, isLoopback } from './config.ts';
import { ConfigFault } from '../platform/config-fault.ts';

export function failpointSetting(
  environment: Readonly<Record<string, string | undefined>>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): { point: Failpoint; time: number } | undefined {
  const setting = environment['CRASH_AT'];
  if (setting === undefined || setting === '') return undefined;
  // Without PUBLIC_URL a server is reached by loopback alone (loadConfig); web processes and workers cannot be without.
  const isOwn = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
  if (environment['CRASH_TEST'] !== 'yes' || !isOwn)
    throw new ConfigFault('CRASH_AT: ends the server, and is for tests on one machine: never set it anywhere else');
  const [, name, time = '1'] = /^([^:]+)(?::([1-9]\d{0,5}))?$/.exec(setting) ?? [];
  const point = FAILPOINTS.find((one) => one === name);
  if (point === undefined) throw new ConfigFault(`CRASH_AT: there is no failpoint "${setting}"`);
  return { point, time: Number(time) };
}
