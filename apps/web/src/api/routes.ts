import type { OperationId, operations } from '@countersign/contract';

export type Operations = typeof operations;

/**
 * Method and path of the operations this app uses. Only types come from the contract, so that its schemas
 * are not in the bundle; `satisfies` makes a path or method that drifts from it a compile error.
 */
export const ROUTES = {
  getSetup: ['GET', '/api/setup'],
  setup: ['POST', '/api/setup'],
  login: ['POST', '/api/auth/login'],
  logout: ['POST', '/api/auth/logout'],
  getSession: ['GET', '/api/auth/session'],
  listApiKeys: ['GET', '/api/settings/api-keys'],
  createApiKey: ['POST', '/api/settings/api-keys'],
  revokeApiKey: ['DELETE', '/api/settings/api-keys'],
  uploadDocument: ['POST', '/api/documents/upload'],
  listDocuments: ['GET', '/api/documents/paginated'],
  getDocument: ['GET', '/api/documents/:id'],
  getDocumentStatus: ['GET', '/api/documents/:id/status'],
  getDocumentAudit: ['GET', '/api/documents/:id/audit'],
  getDocumentPage: ['GET', '/api/documents/:id/pages/:n'],
  sendForSigning: ['POST', '/api/documents/:id/send-for-signing'],
  voidDocument: ['POST', '/api/documents/:id/void'],
  downloadDocument: ['GET', '/api/documents/:id/download'],
  verifyDocument: ['GET', '/api/documents/:id/verify'],
  listMail: ['GET', '/api/mailbox'],
  getMail: ['GET', '/api/mailbox/:id'],
} as const satisfies { [K in OperationId]?: readonly [Operations[K]['method'], Operations[K]['path']] };

export type RoutedId = keyof typeof ROUTES;
