export { refuseHalfRestored } from './restore.ts';
