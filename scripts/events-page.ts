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

[\`countersign listen\`](../integrate/command-line.md#events-on-your-machine) forwards the events of any server to a receiver on your machine, with the same bodies and headers.

The server rejects addresses that are not public with 422 \`private_address\`, in the sandbox too. On your own server, start it with \`WEBHOOK_ALLOW=127.0.0.1\` to receive deliveries at addresses such as \`http://localhost:8080/hook\` ([settings](../operate/settings.md#webhooks)). On another server, use \`listen\`, a tunnel with a public https address, or [past events](#past-events).

Deliveries to a \`callbackUrl\` are signed with the secret from \`POST /api/webhooks/callback-secret\`. Create it once in each environment.`;

const LIVE_UPDATES = `## Past events

\`GET /api/events\` with \`Accept: application/json\` lists the events of the last 30 days, newest first, in shape A with their \`sequence\`. Filter by \`type\` and \`documentId\`, and page with \`pageSize\` and \`cursor\`. Use this list to catch up if your receiver was down and its deliveries moved to the dead-letter queue.

## Live updates

\`GET /api/events\` streams the events of the organization as server-sent events. Members receive only the events of their own documents. \`GET /api/documents/:id/events\` streams the events of one document. Both accept a session or an API key with \`documents:read\`.

\`\`\`text
retry: 3000
event: open
data: {}

id: ${EVENT_ID}
data: ${JSON.stringify(streamedEvent({ id: EVENT_ID, kind: 'document.viewed', at: AT, data: EVENT_EXAMPLES['document.viewed'], sequence: 3 }))}

: heartbeat
\`\`\`

- Each message is an event in payload shape A with its \`sequence\`, which counts the events of its document and is null for other events. Messages have no event name, so \`EventSource.onmessage\` receives them.
- The stream starts with the message \`open\`. Every later event follows it. On a new stream, \`open\` has the id of the newest event.
- To continue after an interruption, send the last id as \`Last-Event-ID\` or \`?lastEventId=\`. Browsers send the header automatically. The server first sends the missed events in order. If you missed more than ${STREAM_LIMITS.missed} events, or if the last one is older than ${STREAM_LIMITS.hours} hours, the stream starts with \`reset\` instead of \`open\`. In this case, load the data that you display again.
- The server sends a comment every ${STREAM_LIMITS.heartbeatSeconds} seconds. Reconnect if you receive nothing for ${2 * STREAM_LIMITS.heartbeatSeconds} seconds.
- The server ends a stream at most ${STREAM_LIMITS.heartbeatSeconds} seconds after the session or key ends, when it stops, and when a client reads too slowly. Reconnect to continue or to get the error.
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
    return `${shape}:\n\n\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\``;
  });
}

export function eventsPage(): string {
  const table = EVENT_KINDS.map((kind) => `| [${kind}](#${kind.replaceAll('.', '')}) | ${emittedBy(kind)} |`);
  return [
    '# Events',
    'This page lists the events that webhooks and live updates deliver. `npm run docs` generates it from the contract. A webhook subscribes to selected events, or to all events with `["*"]`, and uses one of three payload shapes.',
    'Every request is signed according to [Standard Webhooks](https://www.standardwebhooks.com). The reference contains code that checks `webhook-signature`, and code for `x-service-signature`. After a rotation of the secret, `webhook-signature` contains a signature with each secret, and `x-service-signature` continues to use the old secret for 24 hours, or for the `overlapHours` of the rotation.',
    `| header | meaning |\n|---|---|\n${WEBHOOK_HEADERS.map(({ name, description }) => `| \`${name}\` | ${description} |`).join('\n')}`,
    'A delivery succeeds if your endpoint responds with 2xx within 10 seconds. Otherwise, the server retries it 5 minutes, 30 minutes, 2 hours and 6 hours after the first attempt. After five failed attempts, the delivery moves to the dead-letter queue. Deliveries stay in the log for 30 days after the last attempt, and in the dead-letter queue for 90 days.',
    `| event | emitted by |\n|---|---|\n${table.join('\n')}`,
    LOCAL_RECEIVER,
    LIVE_UPDATES,
    ...EVENT_KINDS.flatMap((kind) => [`## ${kind}`, `Emitted by: ${emittedBy(kind)}.`, ...payloads(kind)]),
  ]
    .join('\n\n')
    .concat('\n');
}
