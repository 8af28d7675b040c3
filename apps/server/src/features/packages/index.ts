export { cancelPackage, endPackage } from './cancel-package.ts';
export { createPackage, deletePackage, updatePackage } from './draft-package.ts';
export { getPackage, listPackages } from './read-packages.ts';
export { sendPackage } from './send-package.ts';
export { type Told, settlePackage } from './settle.ts';
export { selectFirstToRemind, selectUnheard, selectVisit, type VisitRow } from './store.ts';
