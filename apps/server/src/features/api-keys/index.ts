export { authenticateApiKey, type AuthenticatedKey, readApiKey } from './api-keys.ts';
export { announceSuspension, suspensionOf } from './suspension.ts';
