/** Streams of live status -> the hub. */
import { loadDocument } from '../features/documents/index.ts';
import type { Check, LiveStream } from '../features/live-updates/index.ts';
import type { Principal, RequestContext } from '../platform/principal.ts';
import type { Bindings } from '../transport/bindings.ts';
import { EventStreamAnswer, type StillGood } from '../transport/event-stream.ts';
import type { Services } from './wiring.ts';

export function bindLive({ live, uow }: Services): Pick<Bindings, 'streamEvents' | 'streamDocumentEvents'> {
  return {
    streamEvents: async ({ query }, context) =>
      answerOf(live.open(context.principal, { documentId: undefined, after: lastOf(query, context) })),
    streamDocumentEvents: async ({ params, query }, context) => {
      await loadDocument(uow, context.principal, params.id);
      return answerOf(live.open(context.principal, { documentId: params.id, after: lastOf(query, context) }));
    },
  };
}

/** The header is of the newer connection: browsers repeat the address they were given. */
function lastOf(query: { lastEventId?: string | undefined }, { lastEventId }: RequestContext): string | undefined {
  return lastEventId ?? query.lastEventId;
}

function answerOf(stream: LiveStream): EventStreamAnswer {
  return new EventStreamAnswer(stream, (stillGood) => stream.guard(asMember(stillGood)));
}

const asMember =
  (stillGood: StillGood): Check =>
  async () => {
    const principal: Principal = await stillGood();
    return 'role' in principal ? principal : undefined;
  };
