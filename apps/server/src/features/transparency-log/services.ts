import type { Authority } from '../authority/index.ts';
import { type LogOptions, TransparencyLog } from './log.ts';

type Ports = Pick<LogOptions, 'database' | 'clock' | 'log' | 'vault'> & { authority: Authority };

/** The transparency log of each tenant. */
export const transparencyLogServices = ({ authority, ...options }: Ports): { transparencyLog: TransparencyLog } => ({
  transparencyLog: new TransparencyLog({
    ...options,
    stamp: (environment, imprint) => authority.time.stamp(environment, imprint),
  }),
});
