import { type TrustOptions, TrustStore } from './trust-store.ts';

type Ports = Pick<TrustOptions, 'database' | 'clock' | 'log'> & { config: { trustListsDir?: string | undefined } };

export const trustServices = ({ database, clock, log, config }: Ports): { trust: TrustStore } => ({
  trust: new TrustStore({ database, clock, log, folder: config.trustListsDir }),
});
