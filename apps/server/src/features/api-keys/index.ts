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
export { announceSuspension, suspendKeysHandler, suspensionOf } from './suspension.ts';
