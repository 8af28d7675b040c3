/**
 * Limits on a JSON value that are checked before validation. A schema visits every member and item and reports each
 * error, so 150,000 unknown keys would cause 150,000 errors.
 */
export const JSON_LIMITS = {
  /**
   * The maximum number of members in an object. The largest valid object has one member for each field of a document.
   */
  members: 1000,
  /** The maximum number of items in a list, such as the rows of a bulk send. */
  items: 10_000,
  depth: 32,
} as const;

export type JsonFault = { path: readonly (string | number)[]; message: string };

/**
 * Returns the part of a value that is too large or too deep, or undefined if the value can be validated. The function
 * does not recurse, because callers control the depth.
 */
export function jsonFault(root: unknown): JsonFault | undefined {
  let level: Place[] = isObject(root) ? [{ value: root, from: undefined, key: '' }] : [];
  for (let depth = 1; level.length > 0; depth++) {
    const inner: Place[] = [];
    for (const place of level) {
      if (depth > JSON_LIMITS.depth) return fault(place, `must be nested at most ${JSON_LIMITS.depth} levels deep`);
      const { value } = place;
      const keys = Array.isArray(value) ? undefined : Object.keys(value);
      const count = keys?.length ?? (value as unknown[]).length;
      const limit = keys ? JSON_LIMITS.members : JSON_LIMITS.items;
      if (count > limit)
        return fault(place, `must have at most ${limit} ${keys ? 'properties' : 'items'}, but has ${count}`);
      for (let index = 0; index < count; index++) {
        const key = keys ? (keys[index] ?? '') : index;
        const member = (value as Record<string | number, unknown>)[key];
        if (isObject(member)) inner.push({ value: member, from: place, key });
      }
    }
    level = inner;
  }
  return undefined;
}

type Place = { value: object; from: Place | undefined; key: string | number };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function fault(place: Place, message: string): JsonFault {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.from; at = at.from) path.unshift(at.key);
  return { path, message };
}
