import type { Authority } from '../authority/index.ts';
import type { PinSettings } from './config.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type LogOptions, TransparencyLog } from './log.ts';
import { reportFault } from './report-pin-fault.ts';

type Ports = Pick<LogOptions, 'database' | 'clock' | 'log' | 'vault' | 'fetcher'> & {
  authority: Authority;
  config: PinSettings;
  uow: UnitOfWork;
};

export const transparencyLogServices = ({
  authority,
  config,
  uow,
  ...options
}: Ports): { transparencyLog: TransparencyLog } => ({
  transparencyLog: new TransparencyLog({
    ...options,
    pinFile: config.pinFile,
    report: (fault, note) => reportFault(uow, fault, note),
    witnesses: config.witnesses ?? [],
    stamp: (environment, imprint) => authority.time.stamp(environment, imprint),
  }),
});
