export { type Attempt, openAttempts, ownPath, sealAttempts } from './attempts.ts';
export { confirmSingleSignOn } from './confirm.ts';
export type { SsoDependencies } from './dependencies.ts';
export { discoverSingleSignOn } from './discover.ts';
export { addDomain, listDomains, removeDomain, verifyDomain } from './domains.ts';
export { beginLogin, finishOidc, finishSaml, samlMetadata } from './log-in.ts';
export { decidePendingLogin, endSession, getPendingLogin, sealPending } from './pending.ts';
export type { Outcome } from './reach.ts';
export { deleteSingleSignOn, getSingleSignOn, setSingleSignOn, testSingleSignOn } from './settings.ts';
