/**
 * Keeps the root's key outside the database: it is exported under a passphrase, then removed, and provided as a file
 * for the few operations that need it.
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
  PkiError,
  privateKeyFromEncryptedPem,
  privateKeyFromPkcs8,
  signingKey,
  toPem,
} from '@countersign/pki';
import { CommandError } from '../../platform/command-error.ts';
import { AUTH, type KeyCommandOptions, record, rootRow } from './key-command.ts';
import { sealPurpose } from './set-up.ts';
import { selectAuthorities, updateRootCrl, updateRootOffline } from './store.ts';

/**
 * The revocation list of an offline root must be valid while the root is offline. Revoking an issuing CA requires the
 * root.
 */
const OFFLINE_CRL_YEARS = 5;

export type RootFile = { pem: string; passphrase: string };

/** A PEM file with the root's certificate and its encrypted key, readable by `openssl pkey` and `openssl x509`. */
export async function exportRoot(
  options: KeyCommandOptions,
  environment: Environment,
  passphrase: string,
): Promise<string> {
  const { database, vault, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (!row.key_sealed) throw new CommandError('The root CA is already offline. Its key is in the exported file.');
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
 * Removes the root's key from the database. Opens the exported file first, because a key that cannot be restored from
 * it would be lost permanently. Issues a final revocation list that is valid for five years.
 */
export async function takeRootOffline(
  options: KeyCommandOptions,
  environment: Environment,
  file: RootFile,
): Promise<Date> {
  const { database, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (!row.key_sealed) throw new CommandError('The root CA is already offline.');
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

export async function refreshRootCrl(
  options: KeyCommandOptions,
  environment: Environment,
  file: RootFile,
): Promise<Date> {
  const { database, clock, recorder } = options;
  const row = rootRow(await database.query(AUTH, selectAuthorities()), environment);
  if (row.key_sealed)
    throw new CommandError('The root CA is not offline, so its revocation list is renewed automatically.');
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

export function readRootFile({ pem, passphrase }: RootFile, root: Certificate): Identity {
  try {
    const key = signingKey(
      privateKeyFromEncryptedPem(pem.slice(pem.indexOf('-----BEGIN ENCRYPTED PRIVATE KEY')), passphrase),
    );
    const [certificate] = fromPem('CERTIFICATE', pem).map(parseCertificate).filter(isSelfIssued);
    if (!certificate?.der.equals(root.der) || !key.publicKeySpki.equals(root.spki))
      throw new CommandError('The root certificate or key in the file does not belong to this installation.');
    return { certificate: root, chain: [], key };
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new CommandError(
      'The file cannot be opened. Check that it contains the exported root key and that ROOT_PASSPHRASE is its passphrase.',
      {
        cause,
      },
    );
  }
}
