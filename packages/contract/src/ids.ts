/**
 * Identifiers: a prefix, `_`, and a UUIDv7 in 26 characters of lower-case Crockford base32. Identifiers are ordered by
 * time, which makes indexes efficient. They are therefore partly guessable, and must never serve as a credential.
 */
import { z } from 'zod';
import { identifier } from './field-class.ts';

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
  incident: 'inc',
  export: 'exp',
  securityEvent: 'sec',
  legalHold: 'hld',
  handOver: 'hnd',
  userImport: 'imp',
  invoice: 'bil',
  backup: 'bkp',
  processingActivity: 'pra',
  apiRequest: 'arq',
  savedView: 'viw',
  folder: 'fdr',
  drawing: 'drw',
  publicLink: 'plk',
  publicLinkRequest: 'plr',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}_${string}`;

/** Crockford's alphabet has no i, l, o or u. */
const BODY = '[0-9a-hjkmnp-tv-z]{26}';

const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_${BODY}$`)]),
) as Record<IdKind, RegExp>;

const SCHEMAS = Object.fromEntries(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [
    kind,
    identifier(z.string())
      .regex(PATTERNS[kind as IdKind], `must be an ID that begins with ${prefix}_`)
      .meta({ description: `\`${prefix}_\` followed by 26 characters.` }),
  ]),
) as unknown as { [K in IdKind]: z.ZodType<Id<K>, string> };

/**
 * An identifier of one kind. The error for an invalid identifier never reveals whether an object with that ID exists.
 */
export function idSchema<K extends IdKind>(kind: K): z.ZodType<Id<K>, string> {
  return SCHEMAS[kind];
}

export function isId<K extends IdKind>(kind: K, value: unknown): value is Id<K> {
  return typeof value === 'string' && PATTERNS[kind].test(value);
}
