/** Is it up, can it sign, do the database, the files and the mail server answer, is it fit for real use. */
export { MailHealth } from './mail.ts';
export { Outages, PartsHealth } from './parts.ts';
export { StartReport } from './start-report.ts';
export type { Deployment } from './deployment.ts';
