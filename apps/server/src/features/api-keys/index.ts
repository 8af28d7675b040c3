export {
  authenticateApiKey,
  type AuthenticatedKey,
  createApiKey,
  listApiKeys,
  readApiKey,
  revokeApiKey,
} from './api-keys.ts';
