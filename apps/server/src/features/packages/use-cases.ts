/** What transport calls. Apart from index.ts, which documents and signing import: use cases import those in turn. */
export { cancelForDeletion, cancelPackage } from './cancel-package.ts';
export { createPackage, deletePackage, updatePackage } from './draft-package.ts';
export { getPackage, listPackages } from './read-packages.ts';
export { sendPackage } from './send-package.ts';
