/** docs/api/events.md: each kind of event, its cause, and the payload in the three shapes. */
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

The server refuses addresses that are not public with 422 \`private_address\`, in the sandbox too. On your own server, start it with \`WEBHOOK_ALLOW=127.0.0.1\` to receive deliveries at addresses such as \`http://localhost:8080/hook\` ([settings](../operate/settings.md#webhooks)). On another server, use a tunnel with a public https address, or read [past events](#past-events).

Deliveries to a \`callbackUrl\` are signed with the secret from \`POST /api/webhooks/callback-secret\`. Create it once in each environment.`;

const LIVE_UPDATES = `## Past events

\`GET /api/events\` with \`Accept: application/json\` lists the events of the last 30 days, the newest first, in shape A with their \`sequence\`. Filter by \`type\` and \`documentId\`, and page with \`pageSize\` and \`cursor\`. A receiver that was down catches up here when its deliveries have ended in the dead-letter queue.

## Live updates

\`GET /api/events\` is a stream of server-sent events: all that happens in the organization, of documents for a member only what
happens to their own. \`GET /api/documents/:id/events\` is the same of one document. Both take a session or an API key with \`documents:read\`.

\`\`\`text
retry: 3000
event: open
data: {}

id: ${EVENT_ID}
data: ${JSON.stringify(streamedEvent({ id: EVENT_ID, kind: 'document.viewed', at: AT, data: EVENT_EXAMPLES['document.viewed'], sequence: 3 }))}

: heartbeat
\`\`\`

- A message is an event in shape A with its \`sequence\`: the count of its document's events, or null. It has no name of its own, so \`EventSource.onmessage\` gets it.
- \`open\` comes first, and tells that from here on nothing is left out. On a new stream it has the id of the newest event there was.
- Whoever was cut off asks again with \`Last-Event-ID\` (browsers do so by themselves; \`?lastEventId=\` does the same) and gets what it missed, in order. Where that is more than ${STREAM_LIMITS.missed} events or longer ago than ${STREAM_LIMITS.hours} hours, \`reset\` comes first instead of
  \`open\`: read again what you show, then go on with what follows.
- A comment comes every ${STREAM_LIMITS.heartbeatSeconds} seconds. No line for twice as long: reconnect.
- The stream ends with the session or key, at the latest ${STREAM_LIMITS.heartbeatSeconds} seconds after; when the server stops; and for whoever reads too slowly. Opened
  again it goes on, or says why not.
- ${STREAM_LIMITS.streams} streams at once for each session's user or key; one more is refused with 429 \`TOO_MANY_STREAMS\`.`;

function source(name: string): string {
  if (!Object.hasOwn(operations, name)) return name;
  const { method, path } = operations[name as OperationId];
  return `\`${method} ${path}\``;
}

function emittedBy(kind: EventKind): string {
  const sources = EMITTED_BY[kind].map(source);
  return sources.length === 0 ? 'not emitted yet: that feature is to come' : sources.join(', ');
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
    'Made from the contract by `npm run docs`. A webhook chooses kinds, or all by `["*"]`, and one of three shapes of the body.',
    'Every request is signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. The reference has code that checks `webhook-signature`, and code for `x-service-signature`. After a rotation of the secret, `webhook-signature` holds a signature with each secret, and `x-service-signature` stays on the old secret for 24 hours, or for the `overlapHours` of the rotation.',
    `| header | meaning |\n|---|---|\n${WEBHOOK_HEADERS.map(({ name, description }) => `| \`${name}\` | ${description} |`).join('\n')}`,
    'An answer of 2xx within 10 seconds is success. Else there are five attempts: at once, and 5 minutes, 30 minutes, 2 hours and 6 hours after the first; then the dead-letter queue. The log keeps how a delivery went for 30 days after its end, the dead-letter queue what it holds for 90.',
    `| event | emitted by |\n|---|---|\n${table.join('\n')}`,
    LOCAL_RECEIVER,
    LIVE_UPDATES,
    ...EVENT_KINDS.flatMap((kind) => [`## ${kind}`, `Emitted by: ${emittedBy(kind)}.`, ...payloads(kind)]),
  ]
    .join('\n\n')
    .concat('\n');
}
