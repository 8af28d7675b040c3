/** Properties that lists leave out. They are loaded together for all documents of a response when requested. */
import { getNullableType } from 'graphql';
import type { GraphqlCall } from './graphql-request.ts';
import type { Fields } from './types.ts';

const DETAILS = ['fields', 'planned', 'schedule_error', 'variables', 'pages', 'warnings', 'warnings_to_accept'];

/**
 * Adds the details of a document, which are loaded by its ID. Their fields are nullable, because each can fail without
 * the others.
 */
export function withDetails(type: string, fields: Fields): Fields {
  if (type !== 'Document') return fields;
  const loaded = DETAILS.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`documents have no field ${name}`);
    return [name, { ...field, type: getNullableType(field.type), resolve: detail(name) }];
  });
  return { ...fields, ...Object.fromEntries(loaded) };
}

function detail(name: string): Fields[string]['resolve'] {
  return async (source, _given, call) => {
    const document = source as Record<string, unknown> & { id: string };
    return name in document ? document[name] : (await (call as GraphqlCall).details(document.id))[name];
  };
}
