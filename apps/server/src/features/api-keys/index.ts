export { authenticateApiKey, type AuthenticatedKey, createFirstApiKey, readApiKey } from './api-keys.ts';
export { announceSuspension, suspensionOf } from './suspension.ts';
