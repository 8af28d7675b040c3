/**
 * The typed API client. The operations are in `@countersign/client/operations`, so a page bundles only the ones it
 * uses.
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
