/** The contract of Countersign: the one definition that server, clients and documentation share. */
export * from './ids.ts';
export * from './errors.ts';
export * from './resources.ts';
export * from './account-resources.ts';
export * from './factor-resources.ts';
export * from './sso-resources.ts';
export * from './in-person.ts';
export * from './operation.ts';
export * from './conditions.ts';
export { compilePattern, PatternError } from './pattern.ts';
export * from './plans.ts';
export * from './events.ts';
export * from './webhooks.ts';
export * from './templates.ts';
export * from './packages.ts';
export type { FileVerification } from './operations/verification.ts';
export type { InboxEntry } from './operations/inbox.ts';
export { operations, type OperationId } from './operations/index.ts';
