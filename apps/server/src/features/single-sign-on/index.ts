export { type Attempt, openAttempts, ownPath, sealAttempts } from './attempts.ts';
export type { SsoDependencies } from './dependencies.ts';
export { beginLogin, finishOidc, finishSaml, samlMetadata } from './log-in.ts';
export { endSession, sealPending } from './pending.ts';
export type { Outcome } from './find-person.ts';
