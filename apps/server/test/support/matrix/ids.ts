import type { Operation } from '@countersign/contract';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType | undefined): string =>
  schema === undefined ? '{}' : JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
const PREFIX = /\^([a-z]{3})_\[0-9a-hjkmnp-tv-z\]/g;

/** The prefixes of the IDs that an operation takes in its path, query or body, read from its schemas. */
export const idPrefixes: (operation: Operation) => string[] = onceEach(({ params, query, body }) => {
  const schemas = [params, query, body?.kind === 'json' ? body.schema : body?.fields].map(schemaOf).join();
  return [...new Set([...schemas.matchAll(PREFIX)].map(([, prefix]) => prefix ?? ''))];
});

/** The path parameters that are IDs, with their name and prefix. */
export const idParameters: (operation: Operation) => Record<string, string> = onceEach(({ params }) => {
  const { properties = {} } = JSON.parse(schemaOf(params)) as { properties?: Record<string, { pattern?: string }> };
  const found = Object.entries(properties).map(([name, { pattern = '' }]) => [
    name,
    /\^([a-z]{3})_/.exec(pattern)?.[1],
  ]);
  return Object.fromEntries(found.filter(([, prefix]) => prefix !== undefined)) as Record<string, string>;
});

/** Caches the result, because an operation is called thousands of times and converting a schema is slow. */
function onceEach<T>(read: (operation: Operation) => T): (operation: Operation) => T {
  const found = new WeakMap<Operation, T>();
  return (operation) => {
    const known = found.get(operation) ?? read(operation);
    found.set(operation, known);
    return known;
  };
}
