import type { Authority } from '../authority/index.ts';
import type { PinSettings } from './config.ts';
import { type LogOptions, TransparencyLog } from './log.ts';

type Ports = Pick<LogOptions, 'database' | 'clock' | 'log' | 'vault' | 'fetcher'> & {
  authority: Authority;
  config: PinSettings;
};

/** The transparency log of each tenant. */
export const transparencyLogServices = ({
  authority,
  config,
  ...options
}: Ports): { transparencyLog: TransparencyLog } => ({
  transparencyLog: new TransparencyLog({
    ...options,
    pinFile: config.pinFile,
    witnesses: config.witnesses ?? [],
    stamp: (environment, imprint) => authority.time.stamp(environment, imprint),
  }),
});
