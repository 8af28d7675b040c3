export { cancelPackage, endPackage } from './cancel-package.ts';
export { createPackage, deletePackage, updatePackage } from './draft-package.ts';
export { getPackage, listPackages } from './read-packages.ts';
export { sendPackage } from './send-package.ts';
export { type Notified, settlePackage } from './settle.ts';
export { selectFirstToRemind, selectNotYetInvited, selectVisit, type VisitRow } from './store.ts';
