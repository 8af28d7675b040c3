export { completed, type CompletedInput } from './templates/completed.ts';
export { invitation, type InvitationInput } from './templates/invitation.ts';
export { type MailLocale } from './templates/messages.ts';
export type { Brand, Linked, MailContent, MailInput, Person } from './templates/types.ts';
export { voided, type VoidedInput } from './templates/voided.ts';
