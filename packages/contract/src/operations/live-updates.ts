/** Live updates by server-sent events; docs/api/events.md says what is in a stream. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
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
      .meta({ description: 'as the header Last-Event-ID, for clients that cannot send it' }),
  }),
  success: { status: 200, body: { kind: 'events', schema: liveMessage } },
} as const;

export const streamEvents = defineOperation({
  ...common,
  id: 'streamEvents',
  method: 'GET',
  path: '/api/events',
  summary: 'All that happens, as it happens: server-sent events, of documents for a member only their own',
  errors: ['TOO_MANY_STREAMS', 'SERVICE_UNAVAILABLE'],
});

export const streamDocumentEvents = defineOperation({
  ...common,
  id: 'streamDocumentEvents',
  method: 'GET',
  path: '/api/documents/:id/events',
  summary: 'What happens to one document, as it happens: server-sent events',
  params: z.object({ id: idParam('document', 'DOCUMENT_NOT_FOUND') }),
  errors: ['DOCUMENT_NOT_FOUND', 'TOO_MANY_STREAMS', 'SERVICE_UNAVAILABLE'],
});
