/** Lists documents according to Relay's cursor connections specification. */
import { operations } from '@countersign/contract';
import { type GraphQLFieldConfig, GraphQLInt, GraphQLString } from 'graphql';
import { invalid } from '../../platform/errors.ts';
import { argumentsOf, type Arguments, requestOf } from './arguments.ts';
import type { GraphqlCall } from './graphql-request.ts';
import type { Shape } from './shapes.ts';
import type { TypeBook } from './types.ts';

type Page = {
  documents: readonly unknown[];
  pagination: {
    total: number;
    totalIsExact: boolean;
    hasMore: boolean;
    nextCursor: string | null;
    prevCursor: string | null;
    cursors: readonly string[];
  };
};

const REPLACED = ['page', 'pageSize', 'cursor', 'withCursors', 'withCounts'];
const string: Shape = { kind: 'scalar', scalar: 'String', nullable: false };
const boolean: Shape = { kind: 'scalar', scalar: 'Boolean', nullable: false };
const object = (name: string, members: Record<string, Shape>): Shape => ({
  kind: 'object',
  nullable: false,
  name,
  members: new Map(Object.entries(members)),
});

/** Pages a list. `first` and `after` go forward, and `last` and `before`, with a `startCursor`, go back. */
export function documentsConnection(
  types: TypeBook,
  document: Shape,
): GraphQLFieldConfig<unknown, GraphqlCall, Arguments> {
  const filters = Object.entries(argumentsOf(operations.listDocuments, types));
  const pageInfo = object('PageInfo', {
    hasNextPage: boolean,
    hasPreviousPage: boolean,
    startCursor: { ...string, nullable: true },
    endCursor: { ...string, nullable: true },
  });
  const edge = object('DocumentEdge', { cursor: string, node: document });
  const list = (of: Shape): Shape => ({ kind: 'list', nullable: false, of });
  const connection = object('DocumentConnection', {
    edges: list(edge),
    nodes: list(document),
    pageInfo,
    totalCount: { kind: 'scalar', scalar: 'Int', nullable: false },
    totalIsExact: boolean,
  });
  return {
    type: types.output({ ...connection, nullable: true }),
    description:
      'Documents, paginated by cursor. Send `first` and `after`, or `last` and `before` with the `startCursor` of a page.',
    args: {
      ...Object.fromEntries(filters.filter(([name]) => !REPLACED.includes(name))),
      first: { type: GraphQLInt },
      after: { type: GraphQLString },
      last: { type: GraphQLInt },
      before: { type: GraphQLString },
    },
    resolve: async (_root, given, call, { path }) => {
      const request = requestOf(operations.listDocuments, { ...given, ...paging(given), withCursors: true });
      return connectionOf((await call.ask('listDocuments', request, path)) as Page);
    },
  };
}

function paging({ first, after, last, before }: Arguments): Arguments {
  if (first !== undefined && last !== undefined) throw invalid('last', 'cannot be combined with `first`');
  if (after !== undefined && before !== undefined) throw invalid('before', 'cannot be combined with `after`');
  if (last !== undefined && before === undefined)
    throw invalid('last', 'can only be used with `before`. Send the `startCursor` of a page');
  if (first !== undefined && before !== undefined)
    throw invalid('first', 'can only be used with `after`. To use `before`, send `last`');
  return { pageSize: first ?? last, cursor: after ?? before };
}

function connectionOf({ documents, pagination }: Page) {
  const { hasMore, nextCursor, prevCursor, cursors, total, totalIsExact } = pagination;
  return {
    edges: documents.map((node, at) => ({ node, cursor: cursors[at] })),
    nodes: documents,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: prevCursor !== null,
      startCursor: prevCursor,
      endCursor: nextCursor ?? cursors.at(-1) ?? null,
    },
    totalCount: total,
    totalIsExact,
  };
}
