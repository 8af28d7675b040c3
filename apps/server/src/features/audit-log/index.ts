/** Whether the chains of an organization's audit log are whole. */
export { checkAuditLog } from './log.ts';
