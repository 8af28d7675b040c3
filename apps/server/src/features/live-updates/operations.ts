import type { UpdateHub } from './hub.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { loadDocument } from '../document-core/index.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { invalid } from '../../platform/errors.ts';
import { listPastEvents } from './past-events.ts';
import type { Check, UpdateStream } from './index.ts';
import { EventStreamAnswer, type StillGood } from '../../platform/invoke/answers.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

/**
 * Returns the last event ID. The header takes precedence, because browsers reconnect to the original URL, whose query
 * parameter may be outdated.
 */
function lastOf(query: { lastEventId?: string | undefined }, { lastEventId }: RequestContext): string | undefined {
  return lastEventId ?? query.lastEventId;
}

function answerOf(stream: UpdateStream): EventStreamAnswer {
  return new EventStreamAnswer(stream, (stillGood) => stream.guard(asMember(stillGood)));
}

const asMember =
  (stillGood: StillGood): Check =>
  async () => {
    const principal = await stillGood();
    return 'role' in principal ? principal : undefined;
  };

const OF_LIST = ['cursor', 'pageSize', 'type', 'documentId'] as const;

export type Services = { live: UpdateHub; uow: UnitOfWork };

export function operations(services: Services) {
  const { live, uow } = services;
  return {
    streamEvents: async ({ query }, context) => {
      if (context.wantsList === true) return listPastEvents(uow, context.principal, query);
      const name = OF_LIST.find((one) => query[one] !== undefined);
      if (name !== undefined)
        throw invalid(name, 'can only be used to list past events, with the header Accept: application/json');
      return answerOf(live.open(context.principal, { documentId: undefined, after: lastOf(query, context) }));
    },
    streamDocumentEvents: async ({ params, query }, context) => {
      await loadDocument(uow, context.principal, params.id);
      return answerOf(live.open(context.principal, { documentId: params.id, after: lastOf(query, context) }));
    },
  } satisfies Partial<Handlers>;
}
