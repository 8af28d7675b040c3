/**
 * What an operator does with the authorities' keys, by `npm start -- keys …`: list them, replace them, take the root offline. Each
 * act is one transaction with its entry in the audit trail of the operator's organization, where there is one already. Running
 * processes take it up within seconds (watch.ts).
 */
import type { Environment } from '@countersign/contract';
import {
  type Certificate,
  createCrl,
  exportEncryptedPem,
  fromPem,
  type Identity,
  isSelfIssued,
  parseCertificate,
  parseCrl,
  PkiError,
  privateKeyFromEncryptedPem,
  privateKeyFromPkcs8,
  signingKey,
  toPem,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Recorder } from '../../platform/audit/recorder.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { ExternalIdentity } from './authorities.ts';
import {
  currentIssuing,
  insertion,
  maintainAuthorities,
  heldRoot,
  makeIssuing,
  makeUnit,
  type NewAuthority,
} from './maintain.ts';
import { sealPurpose } from './set-up.ts';
import {
  selectAuditTenant,
  selectAuthorities,
  updateRootCrl,
  updateRootOffline,
  type AuthorityKind,
  type AuthorityRow,
} from './store.ts';

export type RotationOptions = {
  database: Database;
  recorder: Recorder;
  vault: Vault;
  clock: Clock;
  publicUrl: string | undefined;
  /** The operator's own issuing CA, where CA_KEY names one. */
  external: ExternalIdentity | undefined;
};

/** What an operator has to mend; the message says how. */
export class KeyCommandError extends Error {
  override name = 'KeyCommandError';
}

const AUTH = { role: 'auth' } as const;
/** An offline root's list must outlast its absence; a certificate of an issuing CA is revoked by bringing the root back. */
const OFFLINE_CRL_YEARS = 5;

export type ListedKey = {
  environment: Environment;
  kind: AuthorityKind;
  generation: number;
  subject: string;
  serial: string;
  notAfter: Date;
  key: 'database' | 'offline' | 'outside';
  /** Until when the list that an offline root has left behind counts. */
  crlUntil: Date | undefined;
};

export async function listKeys({
  database,
  external,
}: Pick<RotationOptions, 'database' | 'external'>): Promise<ListedKey[]> {
  const rows = await database.query(AUTH, selectAuthorities());
  return rows.map(({ environment, kind, generation, certificate: der, key_sealed: sealed, crl }) => {
    const certificate = parseCertificate(der);
    const isOutside = sealed === null && (kind !== 'root' || external?.certificate.der.equals(der) === true);
    return {
      environment,
      kind,
      generation,
      subject: certificate.subject.text,
      serial: certificate.serial,
      notAfter: certificate.notAfter,
      key: sealed ? 'database' : isOutside ? 'outside' : 'offline',
      crlUntil: crl ? parseCrl(crl).nextUpdate : undefined,
    };
  });
}

/**
 * A new issuing CA under the root, with new units below it. The old one stays for what it issued: its revocation list and OCSP
 * answers go on. @param rootFile the exported root, where its key is offline
 */
export async function rotateIssuing(
  options: RotationOptions,
  environment: Environment,
  rootFile: { pem: string; passphrase: string } | undefined,
): Promise<Certificate> {
  const { database, vault, external } = options;
  if (external && environment === 'live')
    throw new KeyCommandError('The issuing CA is your own (CA_KEY): replace its key and certificate there.');
  const rows = await database.query(AUTH, selectAuthorities());
  const root = openRoot(rows, environment, vault, rootFile);
  const made = await makeIssuing(rows, environment, root, options);
  await write(options, made);
  const issuing = made.find(({ kind }) => kind === 'issuing');
  if (!issuing) throw new Error('no issuing CA was made');
  return parseCertificate(issuing.certificate);
}

/** A new time-stamping unit or OCSP responder below the CA that issues now. */
export async function rotateUnit(
  options: RotationOptions,
  environment: Environment,
  kind: 'timestamp' | 'ocsp',
): Promise<Certificate> {
  const { database, vault, external } = options;
  const rows = await maintainAuthorities(options);
  const issuing = currentIssuing(rows, environment, vault, external);
  if (!issuing) throw new KeyCommandError('There is no issuing CA yet: start the server once.');
  const made = await makeUnit(rows, environment, kind, issuing, options);
  await write({ database, clock: options.clock, recorder: options.recorder }, [made]);
  return parseCertificate(made.certificate);
}

/** Of two operators at once the second finds its generation taken. */
async function write(
  { database, clock, recorder }: Pick<RotationOptions, 'database' | 'clock' | 'recorder'>,
  made: readonly NewAuthority[],
): Promise<void> {
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      for (const one of made) tx.write(insertion(one, tx.now));
      const now = await tx.query(selectAuthorities());
      for (const one of made)
        if (!now.some(({ certificate }) => certificate.equals(one.certificate)))
          throw new KeyCommandError('Somebody else has just rotated this key. Look at the list and try again.');
      for (const { environment, kind, generation, certificate } of made)
        await record(tx, recorder, 'keys.rotated', {
          environment,
          kind,
          generation,
          serial: parseCertificate(certificate).serial,
        });
    },
  );
}

/** PEM with the root's certificate and its key under a passphrase, as `openssl pkey` and `openssl x509` open it. */
export async function exportRoot(
  options: RotationOptions,
  environment: Environment,
  passphrase: string,
): Promise<string> {
  const { database, vault, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (!row.key_sealed)
    throw new KeyCommandError('The root is offline already: its key is in the file that was exported then.');
  const privateKey = privateKeyFromPkcs8(vault.open(sealPurpose(environment, 'root', row.generation), row.key_sealed));
  const pem = toPem('CERTIFICATE', row.certificate) + exportEncryptedPem(privateKey, passphrase);
  await database.transaction(
    AUTH,
    () => clock.now(),
    (tx) =>
      record(tx, recorder, 'keys.root-exported', { environment, serial: parseCertificate(row.certificate).serial }),
  );
  return pem;
}

/**
 * Removes the root's key from the database. The exported file is opened first: what cannot be opened again would be lost for good.
 * The root leaves a revocation list behind that counts for five years.
 */
export async function takeRootOffline(
  options: RotationOptions,
  environment: Environment,
  file: { pem: string; passphrase: string },
): Promise<Date> {
  const { database, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (!row.key_sealed) throw new KeyCommandError('The root is offline already.');
  const root = readRootFile(file, parseCertificate(row.certificate));
  const { crl, until } = await offlineCrl(root, clock.now());
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      tx.write(updateRootOffline(environment, row.generation, crl));
      await record(tx, recorder, 'keys.root-taken-offline', { environment, serial: root.certificate.serial });
    },
  );
  return until;
}

/** A new revocation list from an offline root that is presented for it. */
export async function refreshRootCrl(
  options: RotationOptions,
  environment: Environment,
  file: { pem: string; passphrase: string },
): Promise<Date> {
  const { database, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (row.key_sealed) throw new KeyCommandError('The root is not offline: its list is made anew by itself.');
  const root = readRootFile(file, parseCertificate(row.certificate));
  const { crl, until } = await offlineCrl(root, clock.now());
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      tx.write(updateRootCrl(environment, row.generation, crl));
      await record(tx, recorder, 'keys.root-crl-refreshed', { environment, serial: root.certificate.serial });
    },
  );
  return until;
}

async function offlineCrl(root: Identity, now: Date): Promise<{ crl: Buffer; until: Date }> {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + OFFLINE_CRL_YEARS);
  const crl = await createCrl({
    issuer: root.certificate,
    key: root.key,
    revoked: [],
    number: now.getTime(),
    now,
    nextUpdate: until,
  });
  return { crl, until };
}

function rootRow(rows: readonly AuthorityRow[], environment: Environment): AuthorityRow {
  const row = rows.findLast((one) => one.environment === environment && one.kind === 'root');
  if (!row) throw new KeyCommandError('There is no root yet: start the server once.');
  return row;
}

function openRoot(
  rows: readonly AuthorityRow[],
  environment: Environment,
  vault: Vault,
  file: { pem: string; passphrase: string } | undefined,
): Identity {
  const row = rootRow(rows, environment);
  const certificate = parseCertificate(row.certificate);
  if (file) return readRootFile(file, certificate);
  if (!row.key_sealed)
    throw new KeyCommandError(
      'The root is offline: name the file with its key (--root FILE, ROOT_PASSPHRASE in the environment).',
    );
  return heldRoot(row, row.key_sealed, vault);
}

function readRootFile({ pem, passphrase }: { pem: string; passphrase: string }, root: Certificate): Identity {
  try {
    const key = signingKey(
      privateKeyFromEncryptedPem(pem.slice(pem.indexOf('-----BEGIN ENCRYPTED PRIVATE KEY')), passphrase),
    );
    const [certificate] = fromPem('CERTIFICATE', pem).map(parseCertificate).filter(isSelfIssued);
    if (!certificate?.der.equals(root.der) || !key.publicKeySpki.equals(root.spki))
      throw new KeyCommandError('The file holds another root than this installation’s.');
    return { certificate: root, chain: [], key };
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new KeyCommandError(
      'The file cannot be opened: is it the exported root, and ROOT_PASSPHRASE its passphrase?',
      { cause },
    );
  }
}

type KeyAction =
  | 'keys.rotated'
  | 'keys.root-exported'
  | 'keys.root-taken-offline'
  | 'keys.root-crl-refreshed'
  | 'keys.master-key-rotated';

/** In the trail of the operator's organization; before there is one, nobody has signed anything yet either. */
export async function record(
  tx: Tx,
  recorder: Recorder,
  action: KeyAction,
  data: Record<string, string | number>,
): Promise<void> {
  const [operator] = await tx.query(selectAuditTenant());
  if (!operator) return;
  tx.enter({ role: 'app', tenantId: operator.tenant_id });
  await recorder.record(tx, operator.tenant_id, operator.tenant_id, {
    action,
    actor: { kind: 'system', id: 'operator' },
    target: { kind: 'organization', id: operator.id },
    data,
  });
  tx.enter(AUTH);
}
