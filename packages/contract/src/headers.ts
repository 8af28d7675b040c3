/** Headers as callers and receivers of webhooks see them, for the description, the reference and docs/api/headers.md. */

/** `isAlways`: every delivery carries it. */
type Documented = { name: string; description: string; isAlways?: true };

export const WEBHOOK_HEADERS: readonly Documented[] = [
  {
    name: 'webhook-id',
    isAlways: true,
    description: 'The id of the event, the same for every attempt (Standard Webhooks).',
  },
  {
    name: 'webhook-timestamp',
    isAlways: true,
    description: 'When this attempt was sent, in Unix seconds (Standard Webhooks).',
  },
  {
    name: 'webhook-signature',
    isAlways: true,
    description:
      'One or two signatures, separated by a space (Standard Webhooks). Each is `v1,` and the HMAC-SHA256 in base64 of id, timestamp and body, joined by dots. After a rotation the new secret signs first and the old one second, until the old secret ends.',
  },
  {
    name: 'x-service-signature',
    isAlways: true,
    description:
      '`sha256=` and the HMAC-SHA256 of the body in hexadecimal. The key is the whole secret. After a rotation it stays on the old secret until that ends, which is after 24 hours unless `overlapHours` says otherwise.',
  },
  { name: 'x-service-event', isAlways: true, description: 'The kind of the event, such as `document.completed`.' },
  {
    name: 'x-service-delivery',
    isAlways: true,
    description: 'The id of the delivery, as in the list of deliveries. Every attempt and every redelivery keeps it.',
  },
  {
    name: 'x-service-sequence',
    description: 'The number of the event among the events of its document. Absent when the event has no number.',
  },
  { name: 'x-service-test', description: '`true` when the event was made up by `testWebhook`. Absent otherwise.' },
  { name: 'content-type', isAlways: true, description: '`application/json`.' },
  { name: 'user-agent', isAlways: true, description: '`Countersign-Webhooks/1.0`.' },
  {
    name: 'traceparent',
    description: 'The trace of the delivery (W3C Trace Context), when the installation records traces.',
  },
];

export const REQUEST_HEADERS: readonly Documented[] = [
  { name: 'Authorization', description: '`Bearer` and an API key, a signing token or another credential.' },
  { name: 'Cookie', description: 'The session of a browser.' },
  { name: 'Content-Type', description: '`application/json`, or `multipart/form-data` for files.' },
  { name: 'Content-Encoding', description: 'Only `identity`. The server refuses compressed bodies with a 415.' },
  {
    name: 'Accept',
    description:
      '`application/json` asks `GET /api/events` for the list of past events instead of the stream. GraphQL responds in the type that it names.',
  },
  {
    name: 'Accept-Encoding',
    description: '`br` or `gzip` for compressed responses. Responses that contain secrets are not compressed.',
  },
  { name: 'Accept-Language', description: 'The language of the signing page.' },
  {
    name: 'Idempotency-Key',
    description: 'On POST, PUT, PATCH and DELETE: a repeated request gets the first response again, for 24 hours.',
  },
  {
    name: 'If-None-Match',
    description: 'The `ETag` of an earlier response. If nothing has changed, the response is a 304 without a body.',
  },
  { name: 'Range', description: 'One range of bytes of a file.' },
  { name: 'If-Range', description: 'The `ETag` of the file that `Range` continues.' },
  { name: 'Last-Event-ID', description: 'The id of the last event that a stream of events delivered.' },
  { name: 'X-Organization-Id', description: 'With a service credential: the organization to act in.' },
  {
    name: 'traceparent',
    description: 'The trace that the request is part of (W3C Trace Context), when the installation records traces.',
  },
  { name: 'User-Agent', description: 'Recorded in the audit trail and in the list of sessions.' },
  {
    name: 'X-Forwarded-For',
    description: 'The address of the client, when it comes from a proxy that `TRUSTED_PROXIES` lists.',
  },
  {
    name: 'Sec-Fetch-Site',
    description: 'Sent by browsers. The server refuses changes that another site starts with a session.',
  },
];

export const RESPONSE_HEADERS: readonly Documented[] = [
  { name: 'X-Request-Id', description: 'The id of the request in the log of the installation.' },
  { name: 'X-RateLimit-Limit', description: 'Requests per hour.' },
  { name: 'X-RateLimit-Remaining', description: 'Requests that are left.' },
  { name: 'X-RateLimit-Reset', description: 'When one more request is allowed, in Unix seconds.' },
  { name: 'RateLimit', description: 'The same values as in the IETF draft.' },
  { name: 'RateLimit-Policy', description: 'The limit and its window as in the IETF draft.' },
  { name: 'Retry-After', description: 'With 409, 429 and 503: seconds to wait before the next attempt.' },
  {
    name: 'Idempotency-Replayed',
    description: '`true` when the response is that of an earlier request with the same key.',
  },
  { name: 'ETag', description: 'The version of a document, its status or a file.' },
  { name: 'Content-Encoding', description: '`br` or `gzip` when the response is compressed.' },
  { name: 'Vary', description: '`accept-encoding` when the response could be compressed.' },
  { name: 'Accept-Ranges', description: '`bytes` when the file can be read in ranges.' },
  { name: 'Content-Range', description: 'With 206 and 416: the range that was sent, and the size of the file.' },
  { name: 'Content-Disposition', description: 'The name to save a file under.' },
  { name: 'Allow', description: 'With 405: the methods that the address takes.' },
  { name: 'Deprecation', description: 'Since when the operation is deprecated (RFC 9745).' },
  { name: 'Sunset', description: 'When the operation ends (RFC 8594).' },
  { name: 'Cache-Control', description: '`no-store`, and `private, no-cache` for files.' },
  { name: 'Set-Cookie', description: 'A session, a login step or a known browser.' },
  {
    name: 'Content-Security-Policy',
    description:
      'Sent with every response, as are `X-Content-Type-Options`, `Referrer-Policy`, `Cross-Origin-Opener-Policy` and, over HTTPS, `Strict-Transport-Security`.',
  },
];
