export { endPackage } from './cancel-package.ts';
export { type Notified, settlePackage } from './settle.ts';
export { selectVisit, type VisitRow } from './store.ts';
