export { finding, quoted } from './evidence.ts';
export { type AuditTrail, readAuditTrail, type TrailDependencies } from './read-trail.ts';
