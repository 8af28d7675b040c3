export { type AccountDependencies, getSession, logIn, logOut, needsSetup, type NewSession, setUp } from './accounts.ts';
export { type Installation, openInstallation, renewSetupToken } from './installation.ts';
export { authenticateSession } from './sessions.ts';
