export { compareStored, type VerifyDependencies } from './verify-document.ts';
