/**
 * The typed API client. Operations are exported from `@countersign/client/operations`, so that a page bundles only the
 * operations it uses.
 */
export {
  bearerHeaders,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Fetch,
} from './client.ts';
export { ApiError, errorFrom, isCode, type KnownCode, networkError, type ReceivedFault } from './errors.ts';
export { pages } from './pages.ts';
export { pause } from './retry.ts';
export type { AnswerOf, FileId, JsonId, ListId, RequestOf, Route } from './route.ts';
export { withProgress } from './upload.ts';
