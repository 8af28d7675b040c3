/**
 * Headers for API callers and webhook receivers, used in the OpenAPI description, the reference and
 * docs/api/headers.md.
 */

/** `isAlways` means that every delivery has the header. */
type Documented = { name: string; description: string; isAlways?: true };

export const WEBHOOK_HEADERS: readonly Documented[] = [
  {
    name: 'webhook-id',
    isAlways: true,
    description: 'The id of the event, which is the same for every attempt (Standard Webhooks).',
  },
  {
    name: 'webhook-timestamp',
    isAlways: true,
    description: 'The time of this attempt, in Unix seconds (Standard Webhooks).',
  },
  {
    name: 'webhook-signature',
    isAlways: true,
    description:
      'One or two signatures, separated by a space (Standard Webhooks). Each is `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body, joined by dots. After a rotation, the first signature uses the new secret and the second one the old secret, until the old secret expires.',
  },
  {
    name: 'x-service-signature',
    isAlways: true,
    description:
      '`sha256=` followed by the hexadecimal HMAC-SHA256 of the body. The key is the whole secret. After a rotation, this signature uses the old secret until it expires, by default after 24 hours (`overlapHours`).',
  },
  { name: 'x-service-event', isAlways: true, description: 'The kind of the event, such as `document.completed`.' },
  {
    name: 'x-service-delivery',
    isAlways: true,
    description:
      'The id of the delivery, as in the list of deliveries. It is the same for every attempt and redelivery.',
  },
  {
    name: 'x-service-sequence',
    description:
      'The sequence number of the event within its document. Absent for test events and for events that do not belong to a document.',
  },
  { name: 'x-service-test', description: '`true` for a sample event from `testWebhook`. Otherwise absent.' },
  { name: 'content-type', isAlways: true, description: '`application/json`.' },
  { name: 'user-agent', isAlways: true, description: '`Countersign-Webhooks/1.0`.' },
  {
    name: 'traceparent',
    description: 'The trace of the delivery (W3C Trace Context), if the installation records traces.',
  },
];

export const REQUEST_HEADERS: readonly Documented[] = [
  { name: 'Authorization', description: '`Bearer` followed by an API key, a signing token or another credential.' },
  { name: 'Cookie', description: 'The browser session.' },
  { name: 'Content-Type', description: '`application/json`, or `multipart/form-data` for files.' },
  { name: 'Content-Encoding', description: 'Only `identity`. The server rejects compressed bodies with 415.' },
  {
    name: 'Accept',
    description:
      'With `application/json`, `GET /api/events` returns a list of past events instead of a stream. GraphQL responds with the requested type.',
  },
  {
    name: 'Accept-Encoding',
    description: '`br` or `gzip` for compressed responses. Responses that contain secrets are not compressed.',
  },
  {
    name: 'Accept-Language',
    description: 'The language of the signing page, and of the summaries of audit entries for users.',
  },
  {
    name: 'Idempotency-Key',
    description:
      'For POST, PUT, PATCH and DELETE: if you repeat a request with the same key within 24 hours, you get the first response again.',
  },
  {
    name: 'If-None-Match',
    description: 'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.',
  },
  { name: 'Range', description: 'A single byte range of a file.' },
  { name: 'If-Range', description: 'The `ETag` of the file that `Range` continues.' },
  { name: 'Last-Event-ID', description: 'The id of the last event that an event stream delivered.' },
  { name: 'X-Organization-Id', description: 'With a service credential: the organization that the request acts for.' },
  {
    name: 'traceparent',
    description: 'The trace that the request belongs to (W3C Trace Context), if the installation records traces.',
  },
  { name: 'User-Agent', description: 'Recorded in the audit trail and in the list of sessions.' },
  {
    name: 'X-Forwarded-For',
    description: "The client's address. Trusted only from the proxies in `TRUSTED_PROXIES`.",
  },
  {
    name: 'Sec-Fetch-Site',
    description:
      'Sent by browsers. The server uses it to reject changes that another site makes with the session of the user.',
  },
];

export const RESPONSE_HEADERS: readonly Documented[] = [
  { name: 'X-Request-Id', description: "The id of the request in the server's log." },
  { name: 'X-RateLimit-Limit', description: 'Requests allowed per hour.' },
  { name: 'X-RateLimit-Remaining', description: 'Requests left.' },
  { name: 'X-RateLimit-Reset', description: 'Time when another request becomes available, in Unix seconds.' },
  {
    name: 'RateLimit',
    description: 'The requests left and the time until the reset, in the format of the IETF draft.',
  },
  { name: 'RateLimit-Policy', description: 'The limit and its window, in the format of the IETF draft.' },
  { name: 'Retry-After', description: 'With 409, 429 and 503: seconds to wait before the next attempt.' },
  {
    name: 'Idempotency-Replayed',
    description: '`true` if this is the response to an earlier request with the same key.',
  },
  { name: 'ETag', description: 'Identifies the version of a document, of its status or of a file.' },
  { name: 'Content-Encoding', description: '`br` or `gzip` when the response is compressed.' },
  { name: 'Vary', description: '`accept-encoding` when the response could be compressed.' },
  { name: 'Accept-Ranges', description: '`bytes` when the file can be read in ranges.' },
  { name: 'Content-Range', description: 'With 206 and 416: the returned range and the size of the file.' },
  { name: 'Content-Disposition', description: 'The suggested file name.' },
  { name: 'Allow', description: 'With 405: the methods that the URL supports.' },
  { name: 'Deprecation', description: 'The time when the operation became deprecated (RFC 9745).' },
  { name: 'Sunset', description: 'The time when the operation will be removed (RFC 8594).' },
  { name: 'Cache-Control', description: '`no-store`, or `private, no-cache` for files.' },
  {
    name: 'Set-Cookie',
    description: 'Cookie for a session, for the second step of a sign-in, or for a known browser.',
  },
  {
    name: 'Content-Security-Policy',
    description:
      'Sent with every response, as are `X-Content-Type-Options`, `Referrer-Policy`, `Cross-Origin-Opener-Policy` and, over HTTPS, `Strict-Transport-Security`.',
  },
];
