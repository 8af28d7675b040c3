export {
  authenticateApiKey,
  type AuthenticatedKey,
  createApiKey,
  handOverApiKey,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.ts';
export { announceSuspension, suspensionOf } from './suspension.ts';
