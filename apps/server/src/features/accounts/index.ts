export { queueMail } from './account-mail.ts';
export { hasInstallation, type Installation, LINK_KEY, openInstallation, renewSetupToken } from './installation.ts';
export { beginSession } from './begin-session.ts';
export { authenticateLoginStep, endLoginSteps, finishLogin, type LoginOutcome } from './login-steps.ts';
export { readInvitationLink, readSsoLink } from './mail-links.ts';
export { writeOrganization } from './new-organization.ts';
export { DEFAULT_MIN_LENGTH, refuseWeakPassword } from './password-policy.ts';
export { type CheckSignature } from './profile.ts';
export { type AccountDependencies, recordIn, recordOwn, type RegistrationMode } from './records.ts';
export { register } from './register.ts';
export { orFindAccount } from './same-address.ts';
export { type FirstOwner, needsSetup, setUpUnattended } from './set-up.ts';
export { findKnownDevice, type NewSession, sessionView, startSession } from './session-start.ts';
export { authenticateSession, getSession } from './sessions.ts';
export { checkOwnPassword, proveOwnPassword } from './step-up.ts';
export { deviceCodeBucket, factorBucket, resetAttempts, takeAttempt, takeMail } from './attempts.ts';
export {
  clearSecondFactors,
  deleteSession,
  deleteSessionsIn,
  deleteSessionsOf,
  insertMembership,
  insertUser,
  lockUser,
  proveSession,
  rotateSession,
  selectAccounts,
  selectOperatorTenant,
  selectTenants,
  selectUser,
  selectUserByEmail,
  type TenantRow,
  type UserRow,
  updateLastTenant,
  updateSecondFactor,
  updateVerified,
} from './store.ts';
