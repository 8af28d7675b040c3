export { type Agreement, agreeRequests, listAgreements } from './agreed-requests.ts';
export { type LogoDependencies } from './logo.ts';
export { openNetworksOnConsole } from './settings.ts';
export { leaveOrganization } from './members.ts';
export { mailAdministrators, notifyAdministrators, notifyOperators, tenantsOf } from './organization.ts';
