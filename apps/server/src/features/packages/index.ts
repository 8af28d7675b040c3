export { endPackage } from './cancel-package.ts';
export { type Notified, settlePackage } from './settle.ts';
export { selectFirstToRemind, selectNotYetInvited, selectVisit, type VisitRow } from './store.ts';
