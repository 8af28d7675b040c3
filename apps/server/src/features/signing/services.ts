import { SealWaiter } from '../document-core/index.ts';
import { DocumentLock } from './document-lock.ts';
import type { RenewalRules } from './renewal-schedule.ts';

type Ports = { config: { renewalDays: RenewalRules['days'] } };

export const signingServices = ({
  config,
}: Ports): { documentLock: DocumentLock; sealed: SealWaiter; renewalRules: RenewalRules } => ({
  documentLock: new DocumentLock(),
  sealed: new SealWaiter(),
  renewalRules: { days: config.renewalDays },
});
