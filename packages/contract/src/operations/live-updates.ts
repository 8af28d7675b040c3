/** Live updates by server-sent events. docs/api/events.md describes the contents of a stream. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { eventKind } from '../events.ts';
import { idSchema } from '../ids.ts';
import { numberParameter } from '../query-params.ts';
import { LIMITS } from '../resources.ts';
import { liveMessage } from '../webhooks.ts';
import { idParam } from '../path-params.ts';
import { strict } from '../field-class.ts';

const common = {
  tag: 'Events',
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
  query: z.strictObject({
    lastEventId: strict(z.string())
      .max(100)
      .optional()
      .meta({ description: 'Has the same effect as the `Last-Event-ID` header, for clients that cannot set headers.' }),
  }),
  success: { status: 200, body: { kind: 'events', schema: liveMessage } },
} as const;

/** These parameters apply only to lists, which callers request with `Accept: application/json`. */
const ofList = {
  cursor: idSchema('event').optional().meta({ description: 'Only for lists: `nextCursor` of the previous page.' }),
  pageSize: numberParameter(1, LIMITS.pageSizeMax)
    .optional()
    .meta({ description: 'Number of events per page. Applies only to lists. Default: 20.' }),
  type: eventKind.optional().meta({ description: 'Only return events of this kind. Applies only to lists.' }),
  documentId: idSchema('document')
    .optional()
    .meta({ description: 'Only return events of this document. Applies only to lists.' }),
};
const eventList = z.object({
  events: z.array(liveMessage),
  pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
});

export const streamEvents = defineOperation({
  ...common,
  query: common.query.extend(ofList),
  success: { status: 200, body: { ...common.success.body, list: eventList } },
  id: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'Stream events',
  description:
    'Streams events as server-sent events. With `Accept: application/json`, lists the events of the last 30 days instead, newest first. Members get only events for their own documents.',
  errors: ['DOCUMENT_NOT_FOUND', 'TOO_MANY_STREAMS', 'SERVICE_UNAVAILABLE'],
});

export const streamDocumentEvents = defineOperation({
  ...common,
  id: 'streamDocumentEvents',
  method: 'GET',
  path: '/api/documents/:id/events',
  summary: "Stream a document's events",
  description: 'Streams the events for one document as server-sent events.',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  errors: ['DOCUMENT_NOT_FOUND', 'TOO_MANY_STREAMS', 'SERVICE_UNAVAILABLE'],
});
