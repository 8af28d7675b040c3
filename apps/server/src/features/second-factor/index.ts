export {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from './authenticator-app.ts';
export { addPasskey, listPasskeys, passkeyRegistrationOptions, removePasskey, renamePasskey } from './passkeys.ts';
export {
  challengePasskey,
  finishWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  type Proved,
  provePasskey,
  stepUp,
} from './prove.ts';
export { resetMemberTwoFactor } from './reset-member.ts';
export { resetTwoFactorOnConsole } from './reset-on-console.ts';
