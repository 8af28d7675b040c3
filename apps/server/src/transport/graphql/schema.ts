/**
 * Builds the schema: a field for each operation that has one in the table, with arguments and type from the contract.
 */
import * as contract from '@countersign/contract';
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { type GraphQLFieldConfig, GraphQLObjectType, GraphQLSchema, printSchema } from 'graphql';
import { deprecationReason } from '../http/deprecation.ts';
import { argumentsOf, type Arguments, requestOf } from './arguments.ts';
import type { GraphqlCall } from './graphql-request.ts';
import { documentsConnection } from './connection.ts';
import { eventsOf } from './events.ts';
import { withDetails } from './detail-fields.ts';
import { FILE_SHAPE } from './file.ts';
import { capital, type Shape, shapeOf } from './shapes.ts';
import { type FieldEntry, FIELDS } from './field-table.ts';
import { TypeBook } from './types.ts';

type Field = GraphQLFieldConfig<unknown, GraphqlCall, Arguments>;
type Kind = 'query' | 'mutation' | 'subscription';

export function makeSchema(contracts: Readonly<Record<OperationId, Operation>> = operations): GraphQLSchema {
  const types = new TypeBook(withDetails);
  const fields: Record<Kind, Record<string, Field>> = { query: {}, mutation: {}, subscription: {} };
  for (const [id, entry] of Object.entries(FIELDS) as [OperationId, FieldEntry][])
    for (const { kind, name, field } of fieldsOf(contracts[id], id, entry, types)) fields[kind][name] = field;
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: fields.query }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: fields.mutation }),
    subscription: new GraphQLObjectType({ name: 'Subscription', fields: fields.subscription }),
  });
}

/** Returns the schema in SDL, as in docs/api/schema.graphql. */
export function schemaText(): string {
  return `${printSchema(makeSchema())}\n`;
}

function fieldsOf(
  operation: Operation,
  id: OperationId,
  entry: FieldEntry,
  types: TypeBook,
): { kind: Kind; name: string; field: Field }[] {
  if ('without' in entry) return [];
  if ('subscription' in entry)
    return [
      { kind: 'subscription', name: entry.subscription, field: eventsField(operation, id, entry.subscription, types) },
    ];
  if ('mutation' in entry) {
    const field = answerField(operation, id, { name: `${capital(entry.mutation)}Payload`, of: entry.of }, types);
    return [{ kind: 'mutation', name: entry.mutation, field }];
  }
  const { query, pages, connection } = entry;
  const resultName = pages === undefined ? `${capital(query)}Result` : capital(pages);
  const whole = answerShape(operation, resultName);
  const of = entry.of ?? onlyMember(whole);
  const made = [
    { kind: 'query' as const, name: query, field: answerField(operation, id, { name: resultName, of }, types) },
  ];
  if (pages !== undefined)
    made.push({ kind: 'query', name: pages, field: answerField(operation, id, { name: resultName }, types) });
  if (connection !== undefined)
    made.push({
      kind: 'query',
      name: connection,
      field: documentsConnection(types, shapeOf(contract.document, 'answer', 'Document')),
    });
  return made;
}

/** Returns a nullable field. All top-level fields are nullable, so that a refused field does not affect the others. */
function answerField(
  operation: Operation,
  id: OperationId,
  { name, of }: { name: string; of?: string | undefined },
  types: TypeBook,
): Field {
  const whole = answerShape(operation, name);
  const part = of === undefined ? whole : whole.kind === 'object' ? whole.members.get(of) : undefined;
  if (!part) throw new Error(`the response to ${id} has no ${of}`);
  return {
    type: types.output({ ...part, nullable: true }),
    ...described(operation),
    args: argumentsOf(operation, types),
    resolve: async (_root, given, call, { path }) => {
      const answer = await call.ask(id, requestOf(operation, given), path);
      return of === undefined ? answer : (answer as Record<string, unknown>)[of];
    },
  };
}

function eventsField(operation: Operation, id: OperationId, name: string, types: TypeBook): Field {
  return {
    type: types.output(answerShape(operation, capital(name))),
    ...described(operation),
    args: argumentsOf(operation, types),
    subscribe: async (_root, given, call, { path }) =>
      eventsOf(await call.listen(id, requestOf(operation, given), path)),
    resolve: (event: unknown) => event,
  };
}

function answerShape({ success: { body } }: Operation, name: string): Shape {
  return body.kind === 'bytes' ? FILE_SHAPE : shapeOf(body.schema, 'answer', name);
}

function onlyMember(shape: Shape): string | undefined {
  if (shape.kind !== 'object' || shape.members.size !== 1) return undefined;
  return [...shape.members.keys()][0];
}

const described = ({ summary, description, method, path, scope, role, deprecated }: Operation) => ({
  description: [
    `${summary}.`,
    description,
    ...(scope === undefined ? [] : [`API keys need the \`${scope}\` scope.`]),
    ...(role === undefined ? [] : [`Requires the \`${role}\` role or higher.`]),
    `Equivalent to \`${method} ${path}\` in REST.`,
  ].join(' '),
  deprecationReason: deprecated && deprecationReason(deprecated),
});
