/** Parses `metadata[key]=value` in a query as properties of one object (OpenAPI: style deepObject). */
const MEMBER = /^([A-Za-z]+)\[([^[\]]*)\]$/;

export function withObjects(query: unknown): unknown {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  if (!entries.some(([name]) => MEMBER.test(name))) return query;
  const result = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const [, object, key] = MEMBER.exec(name) ?? [];
    if (object === undefined || key === undefined) result.set(name, value);
    else result.set(object, { ...(result.get(object) as object | undefined), [key]: value });
  }
  return Object.fromEntries(result);
}
