/**
 * Creates the time-stamping and OCSP units that an issuing CA lacks (after a rotation, or on first use of the
 * operator's CA), and renews units that are about to expire. Runs at each start and once an hour in every process. The
 * database accepts the result of only one process.
 */
import type { Environment } from '@countersign/contract';
import {
  createIssuingCa,
  createOcspCertificate,
  createTimestampCertificate,
  exportPkcs8,
  type Identity,
  type NewIdentity,
  parseCertificate,
  signingKeyFromPkcs8,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { KeyUnavailableError } from '../../platform/ports/private-key.ts';
import { caName, endsWithin, type ExternalIdentity, isIssuedBy, openAuthorities } from './authorities.ts';
import { addressesOf, authorityName, sealPurpose } from './set-up.ts';
import { insertAuthority, selectAuthorities, type AuthorityKind, type AuthorityRow } from './store.ts';

const AUTH = { role: 'auth' } as const;
/**
 * A new issuing CA is created this many days before the current CA expires, because a certificate cannot outlive its CA
 * and must be valid for long enough.
 */
const ROTATE_CA_DAYS = 3 * 365;
/** A unit is replaced this many days before it expires. */
const RENEW_DAYS = 90;

export type MaintainOptions = {
  database: Database;
  vault: Vault;
  clock: Clock;
  publicUrl: string | undefined;
  external?: ExternalIdentity | undefined;
  /**
   * While the clock is not trusted, rotation waits. With a clock that is ahead, it would issue certificates that are
   * not valid yet once the clock is corrected.
   */
  isTimeTrusted?: () => boolean;
};

export type NewAuthority = {
  environment: Environment;
  kind: AuthorityKind;
  generation: number;
  certificate: Buffer;
  keySealed: Buffer | null;
  chain: readonly Buffer[];
};

export async function maintainAuthorities(options: MaintainOptions): Promise<AuthorityRow[]> {
  const { database, clock } = options;
  // One round may make another round necessary, because a new CA needs units.
  for (let round = 0; round < 3; round += 1) {
    const rows = await database.query(AUTH, selectAuthorities());
    // The first authorities, and the units of an operator's CA, are always created, because the server cannot run
    // without them.
    if (rows.length > 0 && !options.external && options.isTimeTrusted?.() === false) return rows;
    const made = await missing(rows, options);
    if (made.length === 0) return rows;
    await database.transaction(
      AUTH,
      () => clock.now(),
      async (tx) => {
        for (const one of made) tx.write(insertion(one, tx.now));
      },
    );
  }
  return database.query(AUTH, selectAuthorities());
}

/**
 * Returns all authority rows at startup. Units that are due for renewal are not renewed until the operator's key can be
 * reached, since the current units are still valid.
 *
 * @throws the key's error if a unit is missing, because nothing can be signed without it
 */
export async function completeAuthorities(options: MaintainOptions): Promise<AuthorityRow[]> {
  try {
    return await maintainAuthorities(options);
  } catch (error) {
    const rows = await options.database.query(AUTH, selectAuthorities());
    const isComplete =
      openAuthorities(rows, 'live', options) && openAuthorities(rows, 'sandbox', { vault: options.vault });
    if (isComplete && isUnreachableKey(error)) return rows;
    throw error;
  }
}

const isUnreachableKey = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE' && error.cause instanceof KeyUnavailableError;

export function insertion(one: NewAuthority, now: Date) {
  const { environment, kind, generation, certificate, keySealed, chain } = one;
  return insertAuthority({ environment, kind, generation, certificate, keySealed, chain: [...chain], createdAt: now });
}

/**
 * Creates missing keys and certificates before any transaction, because signing with a key in a token or a service
 * takes time. One transaction then writes them.
 */
async function missing(rows: readonly AuthorityRow[], options: MaintainOptions): Promise<NewAuthority[]> {
  const { vault, clock, external } = options;
  const made: NewAuthority[] = [];
  if (external && !rows.some(({ certificate }) => external.certificate.der.equals(certificate))) {
    const generation = nextGeneration(rows, 'live', 'issuing');
    const chain = external.chain.map(({ der }) => der);
    return [
      {
        environment: 'live',
        kind: 'issuing',
        generation,
        certificate: external.certificate.der,
        keySealed: null,
        chain,
      },
    ];
  }
  for (const environment of ['live', 'sandbox'] as const) {
    const issuing = currentIssuing(rows, environment, vault, external);
    if (!issuing) continue;
    const successor = await successorOf(issuing, rows, environment, options);
    if (successor) {
      made.push(...successor);
      continue;
    }
    for (const kind of ['timestamp', 'ocsp'] as const) {
      const unit = rows
        .filter((row) => row.environment === environment && row.kind === kind)
        .toSorted((a, b) => a.generation - b.generation)
        .map((row) => parseCertificate(row.certificate))
        .findLast((certificate) => isIssuedBy(certificate, issuing.identity.certificate));
      const isOld =
        unit && endsWithin(unit, RENEW_DAYS, clock.now()) && unit.notAfter < issuing.identity.certificate.notAfter;
      if (!unit || isOld) made.push(await makeUnit(rows, environment, kind, issuing, options));
    }
  }
  return made;
}

/**
 * Creates a new issuing CA before the current CA expires, if the root's key is in the database and the root expires
 * later. If the root is offline, the operator must create the new CA with a command.
 */
async function successorOf(
  { identity: { certificate } }: Issuing,
  rows: readonly AuthorityRow[],
  environment: Environment,
  options: MaintainOptions,
): Promise<NewAuthority[] | undefined> {
  const isExternal = environment === 'live' && options.external !== undefined;
  if (isExternal || !endsWithin(certificate, ROTATE_CA_DAYS, options.clock.now())) return undefined;
  const row = rows.findLast((one) => one.environment === environment && one.kind === 'root');
  if (!row?.key_sealed || parseCertificate(row.certificate).notAfter <= certificate.notAfter) return undefined;
  return makeIssuing(rows, environment, heldRoot(row, row.key_sealed, options.vault), options);
}

export function heldRoot(row: AuthorityRow, sealed: Buffer, vault: Vault): Identity {
  const key = signingKeyFromPkcs8(vault.open(sealPurpose(row.environment, 'root', row.generation), sealed));
  return { certificate: parseCertificate(row.certificate), chain: [], key };
}

/**
 * Creates a new issuing CA with its units. They are written together, so no process sees a CA without a time-stamping
 * unit or OCSP responder.
 */
export async function makeIssuing(
  rows: readonly AuthorityRow[],
  environment: Environment,
  root: Identity,
  options: Pick<MaintainOptions, 'vault' | 'clock' | 'publicUrl'>,
): Promise<NewAuthority[]> {
  const generation = nextGeneration(rows, environment, 'issuing');
  const made = await createIssuingCa(root, {
    ...authorityName(environment, 'issuing', generation),
    now: options.clock.now(),
    ...addressesOf(options.publicUrl, environment, 'root'),
  });
  const issuing = { identity: made, name: caName('issuing', generation) };
  return [
    sealedAuthority(environment, 'issuing', generation, made, options.vault),
    await makeUnit(rows, environment, 'timestamp', issuing, options),
    await makeUnit(rows, environment, 'ocsp', issuing, options),
  ];
}

export type Issuing = { readonly identity: Identity; readonly name: string };

/** Returns the CA that currently issues certificates. Undefined before the first start has created one. */
export function currentIssuing(
  rows: readonly AuthorityRow[],
  environment: Environment,
  vault: Vault,
  external: ExternalIdentity | undefined,
): Issuing | undefined {
  const all = rows
    .filter((row) => row.environment === environment && row.kind === 'issuing')
    .toSorted((a, b) => a.generation - b.generation);
  if (external && environment === 'live') {
    const row = all.find(({ certificate }) => external.certificate.der.equals(certificate));
    return row && { identity: external, name: caName('issuing', row.generation) };
  }
  const row = all.findLast(({ key_sealed: sealed }) => sealed !== null);
  if (!row?.key_sealed) return undefined;
  const key = signingKeyFromPkcs8(vault.open(sealPurpose(environment, 'issuing', row.generation), row.key_sealed));
  const certificate = parseCertificate(row.certificate);
  return {
    identity: { certificate, chain: row.chain.map(parseCertificate), key },
    name: caName('issuing', row.generation),
  };
}

export async function makeUnit(
  rows: readonly AuthorityRow[],
  environment: Environment,
  kind: 'timestamp' | 'ocsp',
  { identity, name }: Issuing,
  { vault, clock, publicUrl }: Pick<MaintainOptions, 'vault' | 'clock' | 'publicUrl'>,
): Promise<NewAuthority> {
  const generation = nextGeneration(rows, environment, kind);
  const common = { ...authorityName(environment, kind, generation), now: clock.now() };
  const made =
    kind === 'timestamp'
      ? await createTimestampCertificate(identity, { ...common, ...addressesOf(publicUrl, environment, name) })
      : await createOcspCertificate(identity, common);
  return sealedAuthority(environment, kind, generation, made, vault);
}

function sealedAuthority(
  environment: Environment,
  kind: AuthorityKind,
  generation: number,
  { certificate, privateKey }: Pick<NewIdentity, 'certificate' | 'privateKey'>,
  vault: Vault,
): NewAuthority {
  const keySealed = vault.seal(sealPurpose(environment, kind, generation), exportPkcs8(privateKey));
  return { environment, kind, generation, certificate: certificate.der, keySealed, chain: [] };
}

function nextGeneration(rows: readonly AuthorityRow[], environment: Environment, kind: AuthorityKind): number {
  return (
    1 +
    Math.max(
      0,
      ...rows.filter((row) => row.environment === environment && row.kind === kind).map((row) => row.generation),
    )
  );
}
