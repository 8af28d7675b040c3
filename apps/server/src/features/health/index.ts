/**
 * Health checks: whether the server is up and can sign, whether database, file storage and mail server respond, and
 * whether the installation is ready for production.
 */
export { answerSiblings } from './operations.ts';
export { StartReport } from './start-report.ts';
export type { Deployment } from './deployment.ts';
