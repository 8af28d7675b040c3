/**
 * Identifiers: a prefix, `_`, and a UUIDv7 in 26 characters of lower-case Crockford base32.
 * Time-ordered, so that they index well; never a credential (decisions §2).
 */
import { z } from 'zod';

export const ID_PREFIXES = {
  document: 'doc',
  signer: 'sgn',
  field: 'fld',
  organization: 'org',
  tenant: 'ten',
  user: 'usr',
  apiKey: 'key',
  event: 'evt',
  audit: 'adt',
  blob: 'blb',
  job: 'job',
  mail: 'eml',
  session: 'ses',
  invitation: 'inv',
  registration: 'reg',
  emailToken: 'emt',
  passkey: 'psk',
  anchor: 'anc',
  domain: 'dom',
  ssoConfirmation: 'ssc',
  webhook: 'whk',
  delivery: 'dlv',
  package: 'pkg',
  template: 'tpl',
  bulkSend: 'bks',
  inPersonSession: 'ips',
  attachment: 'att',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

/** Crockford's alphabet: no i, l, o, u. */
const BODY = '[0-9a-hjkmnp-tv-z]{26}';

/** An identifier of one kind. Its error never says whether something of that id exists. */
export function idSchema<K extends IdKind>(kind: K) {
  const prefix = ID_PREFIXES[kind];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${BODY}$`), `must be an id that begins with ${prefix}_`)
    .transform((value) => value as Id<K>)
    .meta({ description: `${kind} id, ${prefix}_ and 26 characters` });
}

const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${BODY}$`)]),
) as Record<IdKind, RegExp>;

export function isId<K extends IdKind>(kind: K, value: unknown): value is Id<K> {
  return typeof value === 'string' && PATTERNS[kind].test(value);
}
