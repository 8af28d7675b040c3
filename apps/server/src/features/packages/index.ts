export { endPackage } from './cancel-package.ts';
export { type Notified, settlePackage } from './settle.ts';
