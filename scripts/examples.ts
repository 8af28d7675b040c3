/**
 * Creates examples for the API description from requests that tests sent and their responses. IDs, times, hashes,
 * secrets and addresses are replaced, so that two runs give the same examples and no real data is included.
 */
import { type Operation, operations } from '@countersign/contract';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import { errorsOf } from '../apps/server/src/transport/openapi/errors-of.ts';
import type { Examples } from '../apps/server/src/transport/openapi/examples.ts';

type Told = Provoked & { exchange: NonNullable<Provoked['exchange']> };

/**
 * Returns the examples. Existing examples are kept unless these tests recorded new ones.
 *
 * @param isWholeRun if false, existing examples of errors are kept, and an operation's existing example is replaced
 * only by its own tests. Other tests may call the operation only as a step, so their requests are worse examples.
 */
export function examplesOf(provoked: readonly Provoked[], before: Examples, isWholeRun = true): Examples {
  const told = provoked
    .filter((one): one is Told => one.exchange !== undefined)
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const seen = { ...before.operations };
  const errors = { ...before.errors };
  for (const { id, body, success } of Object.values(operations) as Operation[]) {
    const own = told.filter((one) => one.operation === id && one.status === success.status);
    // Prefers complete examples to shortened ones. Prefers normalized input to input with extra spaces and capitals.
    const clear = own.filter(({ exchange }) => isReadable(exchange));
    const best = clear.find(({ exchange }) => isPlain(exchange.sent, body)) ?? clear[0] ?? own[0];
    if (best === undefined || success.body.kind !== 'json') continue;
    if (isWholeRun || isOwn(best) || !(id in seen)) seen[id] = tidy(shortened(best.exchange)) as typeof best.exchange;
  }
  const given = new Set<string>();
  for (const { exchange } of told) {
    const code = codeOf(exchange.answered);
    if (code === undefined || given.has(code) || !isReadable(exchange.answered)) continue;
    if (!isWholeRun && code in before.errors) continue;
    given.add(code);
    errors[code] = tidy(exchange.answered);
  }
  return { operations: byKey(seen), errors: byKey(errors) };
}

/**
 * Examples from the operation's own test file come first. The result must not depend on the order in which processes
 * wrote the examples.
 */
const sortKey = (one: Told): string => `${isOwn(one) ? 0 : 1} ${one.operation} ${one.file} ${one.test}`;
const isOwn = ({ operation, file }: Provoked): boolean =>
  file === `${operation}.test.ts` || file.startsWith(`${operation}-`);

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : 'validation_error';
}

/** Images, certificates and very long values do not help readers of an example. */
const LONGEST = 6_000;
const LONGEST_TEXT = 600;
const MOST_ITEMS = 2;

function isReadable(exchange: unknown): boolean {
  const text = JSON.stringify(exchange);
  return text.length <= LONGEST && !/[^"\\]{600,}/.test(text);
}

/** Whether a request has the JSON body that its operation expects, and the schema accepts the body without changes. */
function isPlain(sent: unknown, body: Operation['body']): boolean {
  if (body?.kind !== 'json') return true;
  if (sent === undefined) return false;
  const { success, data } = body.schema.safeParse(sent);
  return success && isIn(sent, data);
}

/** Whether one value contains everything in another value, which may have fewer members. */
function isIn(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([key, value]) => isIn(value, (whole as Record<string, unknown>)[key]));
}

/**
 * Shortens long strings to their first characters. If the example is still too long, lists are shortened to their first
 * entries.
 */
function shortened(exchange: Told['exchange']): Told['exchange'] {
  if (isReadable(exchange)) return exchange;
  const texts = changed(exchange, (value) =>
    typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, 60)}…` : value,
  );
  if (isReadable(texts)) return texts as Told['exchange'];
  return changed(texts, (value) => (Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value)) as Told['exchange'];
}

function changed(value: unknown, change: (value: unknown) => unknown): unknown {
  const own = change(value);
  if (Array.isArray(own)) return own.map((item) => changed(item, change));
  if (typeof own !== 'object' || own === null) return own;
  return Object.fromEntries(Object.entries(own).map(([key, member]) => [key, changed(member, change)]));
}

const PERSON = /\b(person[- ])(\d+)/gi;
const ID = /\b([a-z]{3,4})_[0-9a-hjkmnp-tv-z]{26}\b/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const HEX = /\b[0-9a-f]{16,}\b/gi;
const KEY = /\b(sk_(?:live|test)_|whsec_)[\w+/=]+/g;
const TEMPORARY = /\/tmp\/countersign-[\w-]+/g;
const PEM = /-----BEGIN ([A-Z ]+)-----[^]*?-----END [A-Z ]+-----/g;
const RECOVERY = /\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g;
const CODE = /^(?:code|verificationCode|accessCode)$/;
const HASH = '0123456789abcdef'.repeat(16);
const REQUEST = /\breq_[\w-]{16,}/g;
const SERVER = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g;
const SECRET = /(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{30,}/g;
const FIRST_TIME = Date.parse('2027-01-04T09:00:00.000Z');

/** Replaces values that differ between runs with placeholders, consistently within one example. */
function tidy(example: unknown): unknown {
  const times = [...new Set(JSON.stringify(example).match(TIME))].toSorted();
  const ids = new Map<string, number>();
  const people = new Map<string, number>();
  const text = (value: string): string =>
    value
      .replaceAll(PERSON, (_whole, word: string, number: string) => {
        const own = people.get(number) ?? people.size + 1;
        people.set(number, own);
        return `${word}${own}`;
      })
      .replaceAll(TEMPORARY, '/srv/backups')
      .replaceAll(PEM, (_whole, kind: string) => `-----BEGIN ${kind}-----\nMIIB...\n-----END ${kind}-----`)
      .replaceAll(KEY, (whole, prefix: string) => prefix + 'EXAMPLE'.repeat(9).slice(0, whole.length - prefix.length))
      .replaceAll(/(?<=sk_(?:live|test)_…)\w{4}/g, '1a2b')
      .replaceAll(ID, (whole, prefix: string) => {
        const number = ids.get(whole) ?? ids.size + 1;
        ids.set(whole, number);
        return `${prefix}_01${String(number).padStart(24, '0')}`;
      })
      .replaceAll(TIME, (whole) => new Date(FIRST_TIME + times.indexOf(whole) * 3_600_000).toISOString())
      .replaceAll(HEX, (whole) => (/^0+\d+$/.test(whole) ? whole : HASH.slice(0, whole.length)))
      .replaceAll(SECRET, (whole) => 'EXAMPLE-'.repeat(40).slice(0, whole.length))
      .replaceAll(REQUEST, 'req_8fK2mVxQ4TzLw9Rb')
      .replaceAll(RECOVERY, 'abcd-efgh-jkmn-pqrs')
      .replaceAll(SERVER, 'https://sign.example.com');
  const inner = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return CODE.test(name) && /^\d{6}$/.test(value) ? '123456' : text(value);
    if (typeof value === 'number') return /(?:_ms|Ms)$/.test(name) ? 12 : value;
    if (Array.isArray(value)) return value.map((item) => inner(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), inner(member, key)]));
  };
  return inner(example, '');
}

const byKey = <V>(record: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function fits(answered: unknown, { success: { body } }: Operation): boolean {
  return body.kind !== 'json' || body.schema.safeParse(answered).success;
}

/**
 * Returns the operations with JSON responses, and the error codes, that have no example. An operation's
 * example does not count if it no longer matches the contract. `npm run examples` records examples.
 */
export function missingExamples({ operations: seen, errors }: Examples): { operations: string[]; errors: string[] } {
  const all: Operation[] = Object.values(operations);
  return {
    operations: all.filter((one) => !fits(seen[one.id]?.answered, one)).map(({ id }) => id),
    errors: [...new Set<string>(all.flatMap((one) => [...errorsOf(one)])), 'validation_error'].filter(
      (code) => !(code in errors),
    ),
  };
}
