export {
  authenticateApiKey,
  type AuthenticatedKey,
  createFirstApiKey,
  keyPrincipalOf,
  readApiKey,
} from './api-keys.ts';
export { announceSuspension, suspensionOf } from './suspension.ts';
