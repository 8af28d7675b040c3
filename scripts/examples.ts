/**
 * Examples for the description of the interface: requests that tests sent and what they received. Ids, times, hashes, secrets and
 * addresses are replaced, so that two runs give the same examples and nothing in them is anybody's.
 */
import { type Operation, operations } from '@countersign/contract';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import type { Examples } from '../apps/server/src/transport/openapi/examples.ts';

type Told = Provoked & { exchange: NonNullable<Provoked['exchange']> };

/** What stays of the examples there are, for whatever these tests did not see. */
export function examplesOf(provoked: readonly Provoked[], before: Examples): Examples {
  const told = provoked
    .filter((one): one is Told => one.exchange !== undefined)
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const seen = { ...before.operations };
  const errors = { ...before.errors };
  for (const { id, success } of Object.values(operations) as Operation[]) {
    const own = told.filter((one) => one.operation === id && one.status === success.status);
    const [first] = [...own.filter(isOwn), ...own].filter(({ exchange }) => isReadable(exchange));
    if (first !== undefined && success.body.kind === 'json') seen[id] = tidy(first.exchange) as typeof first.exchange;
  }
  const given = new Set<string>();
  for (const { exchange } of told) {
    const code = codeOf(exchange.answered);
    if (code === undefined || given.has(code) || !isReadable(exchange)) continue;
    given.add(code);
    errors[code] = tidy(exchange.answered);
  }
  return { operations: byKey(seen), errors: byKey(errors) };
}

/** The file of the operation itself first; the order in which processes wrote counts for nothing. */
const sortKey = (one: Told): string => `${isOwn(one) ? 0 : 1} ${one.operation} ${one.file} ${one.test}`;
const isOwn = ({ operation, file }: Provoked): boolean =>
  file === `${operation}.test.ts` || file.startsWith(`${operation}-`);

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : 'validation_error';
}

/** A picture or a certificate in an example helps nobody, and neither does what goes on for pages. */
function isReadable(exchange: Told['exchange']): boolean {
  const text = JSON.stringify(exchange);
  return text.length <= 6_000 && !/[^"\\]{600,}/.test(text);
}

const ID = /\b([a-z]{3,4})_[0-9a-hjkmnp-tv-z]{26}\b/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const HEX = /\b[0-9a-f]{16,}\b/gi;
const KEY = /\b(sk_(?:live|test)_|whsec_)[\w+/=]+/g;
const PEM = /-----BEGIN ([A-Z ]+)-----[^]*?-----END [A-Z ]+-----/g;
const RECOVERY = /\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g;
const CODE = /^(?:code|verificationCode|accessCode)$/;
const HASH = '0123456789abcdef'.repeat(16);
const SERVER = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g;
const SECRET = /(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{30,}/g;
const FIRST_TIME = Date.parse('2027-01-04T09:00:00.000Z');

/** The same for whatever differs from run to run, and consistent within one example. */
function tidy(example: unknown): unknown {
  const times = [...new Set(JSON.stringify(example).match(TIME))].toSorted();
  const ids = new Map<string, number>();
  const text = (value: string): string =>
    value
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
