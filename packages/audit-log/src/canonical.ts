/**
 * JSON Canonicalization Scheme (RFC 8785): each value has exactly one byte sequence, so any language can rebuild the
 * hashed bytes from an entry's values.
 *
 * ECMAScript's own number and string forms are the ones that RFC 8785 prescribes (§3.2.2.2, §3.2.2.3), so this file
 * only sorts keys and refuses invalid values.
 */
import { AuditLogError } from './errors.ts';

/** A value that JSON can represent. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
/** An object whose members are JSON values. */
export type JsonObject = { readonly [name: string]: JsonValue };

/**
 * A verifier reads untrusted input, so values nested more deeply are refused before the stack overflows. This limit
 * also stops cycles.
 */
const MAX_DEPTH = 64;

/**
 * Returns the RFC 8785 bytes of a JSON value: UTF-8 without a byte order mark.
 *
 * @throws AuditLogError `not_canonicalizable` for values that JSON cannot represent exactly: NaN and infinities,
 * undefined, bigint, functions, symbols, lone surrogates, objects other than plain objects, and nesting beyond 64
 * levels.
 */
export function canonicalize(value: JsonValue): Buffer {
  return Buffer.from(serialize(value, 0), 'utf8');
}

function serialize(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return serializeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw refuse(`${value} has no JSON form`);
      return String(value); // RFC 8785 §3.2.2.3: -0 becomes 0.
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === MAX_DEPTH) throw refuse(`the value is nested deeper than ${MAX_DEPTH} levels`);
      return Array.isArray(value) ? serializeArray(value, depth + 1) : serializeObject(value, depth + 1);
    default:
      throw refuse(`a value of type ${typeof value} has no JSON form`);
  }
}

/**
 * Printable ASCII without quotes and backslashes covers nearly every string in an entry, and handling it separately is
 * twice as fast.
 */
const PLAIN = /^[ !#-[\]-~]*$/;

/** JSON.stringify escapes exactly what §3.2.2.2 requires, but would escape a lone surrogate instead of failing. */
function serializeString(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw refuse('a string contains a lone surrogate');
  return JSON.stringify(value);
}

function serializeArray(items: readonly unknown[], depth: number): string {
  let text = '[';
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + serialize(items[i], depth);
  return text + ']';
}

function serializeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Without this check, a Date, Map or Buffer would silently be serialized as {} or as another unintended value.
  if (prototype !== Object.prototype && prototype !== null) throw refuse('only plain objects have a JSON form');
  const members = value as Record<string, unknown>;
  let text = '{';
  for (const name of sortedKeys(members)) {
    text += (text === '{' ? '' : ',') + serializeString(name) + ':' + serialize(members[name], depth);
  }
  return text + '}';
}

/**
 * Sorts keys by UTF-16 code units (§3.2.3), which is how JavaScript compares strings. During verification, the keys are
 * usually sorted already.
 */
function sortedKeys(members: Record<string, unknown>): string[] {
  const keys = Object.keys(members);
  for (let i = 1; i < keys.length; i++) {
    if ((keys[i - 1] as string) > (keys[i] as string)) return keys.sort();
  }
  return keys;
}

function refuse(why: string): AuditLogError {
  return new AuditLogError('not_canonicalizable', `This value has no canonical form: ${why}.`);
}
