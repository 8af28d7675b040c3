export { type LogoDependencies } from './logo.ts';
export { notifyAdministrators, notifyOperators, tenantsOf } from './organization.ts';
