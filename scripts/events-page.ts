/** Writes docs/api/events.md, with each kind of event, its cause, and the payload in three shapes. */
import {
  EMITTED_BY,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  type EventKind,
  STREAM_LIMITS,
  streamedEvent,
  type OperationId,
  operations,
  PAYLOAD_SHAPES,
  webhookPayload,
  WEBHOOK_HEADERS,
} from '../packages/contract/src/index.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const EVENT_ID = `evt_${'0'.repeat(26)}`;

const LOCAL_RECEIVER = `## Receive on your own machine

[\`countersign listen\`](../integrate/command-line.md#events-on-your-machine) forwards events from any server to a receiver on your machine. Forwarded events have the same bodies and headers as deliveries.

The server rejects endpoint addresses that are not public with 422 \`private_address\`, in the sandbox too. If you run the server yourself, start it with \`WEBHOOK_ALLOW=127.0.0.1\` to receive deliveries at addresses such as \`http://localhost:8080/hook\` ([settings](../operate/settings.md#webhooks)). Otherwise, use \`listen\`, a tunnel with a public HTTPS address, or [past events](#past-events).

The server signs deliveries to a \`callbackUrl\` with the secret from \`POST /api/webhooks/callback-secret\`. Create this secret once in each environment.`;

const LIVE_UPDATES = `## Past events

\`GET /api/events\` with \`Accept: application/json\` lists the events of the last 30 days, newest first, in shape A with their \`sequence\`. Filter by \`type\` and \`documentId\`, and page with \`pageSize\` and \`cursor\`. Use this list if your receiver was down and deliveries moved to the dead-letter queue.

## Live updates

\`GET /api/events\` streams the organization's events as server-sent events. Members receive only events about their own documents. \`GET /api/documents/:id/events\` streams events about one document. Both operations accept a session or an API key with \`documents:read\`.

\`\`\`text
retry: 3000
event: open
data: {}

id: ${EVENT_ID}
data: ${JSON.stringify(streamedEvent({ id: EVENT_ID, kind: 'document.viewed', at: AT, data: EVENT_EXAMPLES['document.viewed'], sequence: 3 }))}

: heartbeat
\`\`\`

- Each message is an event in payload shape A with a \`sequence\`. The \`sequence\` counts a document's events, and is null for events without a document. Messages have no event name, so \`EventSource.onmessage\` receives them.
- The stream starts with the message \`open\`. On a new stream, \`open\` has the newest event's ID. All later events follow.
- To continue after an interruption, send the last event's ID as \`Last-Event-ID\` or \`?lastEventId=\`. Browsers send the \`Last-Event-ID\` header automatically. The server first sends the missed events in order. If you missed more than ${STREAM_LIMITS.missed} events, or if the last event that you received is older than ${STREAM_LIMITS.hours} hours, the stream starts with \`reset\` instead of \`open\`. In this case, load the displayed data again.
- The server sends a comment every ${STREAM_LIMITS.heartbeatSeconds} seconds. Reconnect if you receive nothing for ${2 * STREAM_LIMITS.heartbeatSeconds} seconds.
- The server ends a stream when the server stops, when a client reads too slowly, and at most ${STREAM_LIMITS.heartbeatSeconds} seconds after the session or key ends. Reconnect to continue the stream. If the session or key is no longer valid, the response is an error.
- Each user or key can have ${STREAM_LIMITS.streams} streams at a time. The server rejects further streams with 429 \`TOO_MANY_STREAMS\`.`;

function source(name: string): string {
  if (!Object.hasOwn(operations, name)) return name;
  const { method, path } = operations[name as OperationId];
  return `\`${method} ${path}\``;
}

function emittedBy(kind: EventKind): string {
  const sources = EMITTED_BY[kind].map(source);
  return sources.length === 0 ? 'not emitted yet' : sources.join(', ');
}

function payloads(kind: EventKind): string[] {
  return PAYLOAD_SHAPES.map((shape) => {
    const payload = webhookPayload(shape, { id: EVENT_ID, kind, at: AT, data: EVENT_EXAMPLES[kind] });
    return `Payload shape ${shape}:

\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\``;
  });
}

export function eventsPage(): string {
  const table = EVENT_KINDS.map((kind) => `| [${kind}](#${kind.replaceAll('.', '')}) | ${emittedBy(kind)} |`);
  return [
    '# Events',
    'This page lists the events that webhooks and live updates deliver. `npm run docs` generates it from the contract. A webhook endpoint receives the events that you select, or all events with `["*"]`. It uses one of three payload shapes.',
    'The server signs every delivery according to [Standard Webhooks](https://www.standardwebhooks.com). The API reference contains code that checks `webhook-signature` and `x-service-signature`. After you rotate the secret, `webhook-signature` contains a signature with each secret. `x-service-signature` continues to use the old secret for 24 hours, or for the `overlapHours` that you set.',
    `| header | meaning |\n|---|---|\n${WEBHOOK_HEADERS.map(({ name, description }) => `| \`${name}\` | ${description} |`).join('\n')}`,
    'A delivery succeeds if your endpoint responds with 2xx within 10 seconds. Otherwise, the server retries the delivery 5 minutes, 30 minutes, 2 hours and 6 hours after the first attempt. After five failed attempts, the delivery moves to the dead-letter queue. The delivery log keeps deliveries for 30 days after the last attempt. The dead-letter queue keeps them for 90 days.',
    `| event | emitted by operation or job |\n|---|---|\n${table.join('\n')}`,
    LOCAL_RECEIVER,
    LIVE_UPDATES,
    ...EVENT_KINDS.flatMap((kind) => [`## ${kind}`, `Emitted by: ${emittedBy(kind)}.`, ...payloads(kind)]),
  ]
    .join('\n\n')
    .concat('\n');
}
