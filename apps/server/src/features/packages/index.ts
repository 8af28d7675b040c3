export { endPackage } from './cancel-package.ts';
export { type EndOfPackage, type Notified, settlePackage } from './settle.ts';
