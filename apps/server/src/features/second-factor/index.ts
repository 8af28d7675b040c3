export { type Proved } from './prove.ts';
export { resetTwoFactorOnConsole } from './reset-on-console.ts';
