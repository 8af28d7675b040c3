import { type TrustOptions, TrustStore } from './trust-store.ts';

type Ports = Pick<TrustOptions, 'database' | 'clock' | 'log'> & { config: { trustListsDir?: string | undefined } };

/** The trust anchors of this installation, with those of the trusted lists. */
export const trustServices = ({ database, clock, log, config }: Ports): { trust: TrustStore } => ({
  trust: new TrustStore({ database, clock, log, folder: config.trustListsDir }),
});
