export { allowedOrigins } from './framing.ts';
export { type LogoDependencies } from './logo.ts';
export { leaveOrganization } from './members.ts';
export { mailAdministrators, notifyAdministrators, notifyOperators, tenantsOf } from './organization.ts';
