export { type AuditTrail, readAuditTrail, type TrailDependencies } from './read-trail.ts';
