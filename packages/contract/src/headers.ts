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
    description: 'The event ID. Every delivery attempt has the same ID (Standard Webhooks).',
  },
  {
    name: 'webhook-timestamp',
    isAlways: true,
    description: 'The time of this delivery attempt, in Unix seconds (Standard Webhooks).',
  },
  {
    name: 'webhook-signature',
    isAlways: true,
    description:
      'One or two signatures, separated by a space (Standard Webhooks). Each signature is `v1,` followed by the base64 HMAC-SHA256 of the ID, the timestamp and the body, joined by dots. After a rotation, the first signature uses the new secret. A second signature uses the old secret until the old secret expires.',
  },
  {
    name: 'x-service-signature',
    isAlways: true,
    description:
      '`sha256=` followed by the hexadecimal HMAC-SHA256 of the body. The HMAC key is the whole secret. After a rotation, this signature uses the old secret until the old secret expires, by default after 24 hours (`overlapHours`).',
  },
  { name: 'x-service-event', isAlways: true, description: 'The event type, such as `document.completed`.' },
  {
    name: 'x-service-delivery',
    isAlways: true,
    description: 'The delivery ID, as in the list of deliveries. Every attempt and redelivery has the same ID.',
  },
  {
    name: 'x-service-sequence',
    description:
      "The event's sequence number within its document. Test events and events that do not belong to a document have no such header.",
  },
  {
    name: 'x-service-test',
    description: '`true` for a sample event from `testWebhook`. Other deliveries have no such header.',
  },
  { name: 'content-type', isAlways: true, description: '`application/json`.' },
  { name: 'user-agent', isAlways: true, description: '`Countersign-Webhooks/1.0`.' },
  {
    name: 'traceparent',
    description: "The delivery's trace (W3C Trace Context). Present only if the installation records traces.",
  },
];

export const REQUEST_HEADERS: readonly Documented[] = [
  { name: 'Authorization', description: '`Bearer` followed by an API key, a signing token or another credential.' },
  { name: 'Cookie', description: 'The session cookie that the server has set in the browser.' },
  {
    name: 'Content-Type',
    description: 'The type of the request body: `application/json`, or `multipart/form-data` for files.',
  },
  {
    name: 'Content-Encoding',
    description: 'The only accepted value is `identity`. The server rejects compressed bodies with 415.',
  },
  {
    name: 'Accept',
    description:
      'With `application/json`, `GET /api/events` returns a list of past events instead of a stream. GraphQL responds with the requested type.',
  },
  {
    name: 'Accept-Encoding',
    description: 'With `br` or `gzip`, the server compresses the response, unless the response contains secrets.',
  },
  {
    name: 'Accept-Language',
    description:
      'The preferred language. It applies to the signing page, and to the summaries of audit entries for users.',
  },
  {
    name: 'Idempotency-Key',
    description:
      'A key that you choose for a POST, PUT, PATCH or DELETE request. If you repeat the request with the same key within 24 hours, the server returns the first response again.',
  },
  {
    name: 'If-None-Match',
    description:
      'The `ETag` of an earlier response. If the resource has not changed, the response is 304 without a body.',
  },
  { name: 'Range', description: 'The byte range of a file to download. Only a single range is supported.' },
  { name: 'If-Range', description: 'The `ETag` of the partially downloaded file that the `Range` request continues.' },
  {
    name: 'Last-Event-ID',
    description: 'The ID of the last event that you received. The event stream continues after this event.',
  },
  {
    name: 'X-Organization-Id',
    description:
      'The ID of the organization for which the request acts. This header is required with a service credential.',
  },
  {
    name: 'traceparent',
    description:
      'The trace that the request belongs to (W3C Trace Context). The server uses it only if the installation records traces.',
  },
  {
    name: 'User-Agent',
    description: 'The name of the client. The server records it in the audit trail and in the list of sessions.',
  },
  {
    name: 'X-Forwarded-For',
    description: "The client's IP address. The server trusts this header only from the proxies in `TRUSTED_PROXIES`.",
  },
  {
    name: 'Sec-Fetch-Site',
    description:
      "The relationship between the requesting site and the server, as sent by browsers. The server uses this header to reject changes that another site makes with the user's session.",
  },
];

export const RESPONSE_HEADERS: readonly Documented[] = [
  { name: 'X-Request-Id', description: "The ID of the request, which also identifies it in the server's log." },
  { name: 'X-RateLimit-Limit', description: 'The number of requests allowed per hour.' },
  { name: 'X-RateLimit-Remaining', description: 'The number of requests that are left.' },
  { name: 'X-RateLimit-Reset', description: 'The time at which another request becomes available, in Unix seconds.' },
  {
    name: 'RateLimit',
    description: 'The number of requests that are left and the time until the reset, in the format of the IETF draft.',
  },
  { name: 'RateLimit-Policy', description: 'The limit and the length of its window, in the format of the IETF draft.' },
  {
    name: 'Retry-After',
    description:
      'The number of seconds to wait before the next attempt. The server sends this header with 409, 429 and 503.',
  },
  {
    name: 'Idempotency-Replayed',
    description: '`true` if this response is the stored response to an earlier request with the same key.',
  },
  { name: 'ETag', description: 'The version of the returned document, status or file.' },
  {
    name: 'Content-Encoding',
    description:
      'The compression of the response, `br` or `gzip`. The server sends this header with compressed responses.',
  },
  {
    name: 'Vary',
    description: 'The value is `accept-encoding`. The server sends this header with responses that it can compress.',
  },
  {
    name: 'Accept-Ranges',
    description: 'The value is `bytes`. The server sends this header with files that support `Range`.',
  },
  {
    name: 'Content-Range',
    description: 'The returned range and the size of the file. The server sends this header with 206 and 416.',
  },
  { name: 'Content-Disposition', description: 'The suggested name for the downloaded file.' },
  { name: 'Allow', description: 'The methods that the URL supports. The server sends this header with 405.' },
  { name: 'Deprecation', description: 'The time at which the operation became deprecated (RFC 9745).' },
  { name: 'Sunset', description: 'The time at which the operation will be removed (RFC 8594).' },
  { name: 'Cache-Control', description: 'The value is `no-store`, or `private, no-cache` for files.' },
  {
    name: 'Set-Cookie',
    description: 'A cookie for a session, for the second factor during a sign-in, or for a known browser.',
  },
  {
    name: 'Content-Security-Policy',
    description:
      'The content security policy. Every response includes this policy, together with `X-Content-Type-Options`, `Referrer-Policy`, `Cross-Origin-Opener-Policy` and, over HTTPS, `Strict-Transport-Security`.',
  },
];
