/** Lists and replaces the authorities' keys (`npm start -- keys …`). */
import type { Environment } from '@countersign/contract';
import { type Certificate, type Identity, parseCertificate, parseCrl } from '@countersign/pki';
import { CommandError } from '../../platform/command-error.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { AUTH, type KeyCommandOptions, record, rootRow } from './key-command.ts';
import {
  currentIssuing,
  insertion,
  maintainAuthorities,
  heldRoot,
  makeIssuing,
  makeUnit,
  type NewAuthority,
} from './maintain.ts';
import { readRootFile, type RootFile } from './offline-root.ts';
import { selectAuthorities, type AuthorityKind, type AuthorityRow } from './store.ts';

export type ListedKey = {
  environment: Environment;
  kind: AuthorityKind;
  generation: number;
  subject: string;
  serial: string;
  notAfter: Date;
  key: 'database' | 'offline' | 'outside';
  crlUntil: Date | undefined;
};

export async function listKeys({
  database,
  external,
}: Pick<KeyCommandOptions, 'database' | 'external'>): Promise<ListedKey[]> {
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
 * Creates a new issuing CA under the root, with new units. The old CA continues to issue revocation lists and OCSP
 * responses for its certificates. @param rootFile the exported root, if its key is offline
 */
export async function rotateIssuing(
  options: KeyCommandOptions,
  environment: Environment,
  rootFile: RootFile | undefined,
): Promise<Certificate> {
  const { database, vault, external } = options;
  if (external && environment === 'live')
    throw new CommandError(
      'You manage the issuing CA yourself (CA_KEY). Replace its key and certificate in the settings.',
    );
  const rows = await database.query(AUTH, selectAuthorities());
  const root = openRoot(rows, environment, vault, rootFile);
  const made = await makeIssuing(rows, environment, root, options);
  await write(options, made);
  const issuing = made.find(({ kind }) => kind === 'issuing');
  if (!issuing) throw new Error('no issuing CA was created');
  return parseCertificate(issuing.certificate);
}

export async function rotateUnit(
  options: KeyCommandOptions,
  environment: Environment,
  kind: 'timestamp' | 'ocsp',
): Promise<Certificate> {
  const { database, vault, external } = options;
  const rows = await maintainAuthorities(options);
  const issuing = currentIssuing(rows, environment, vault, external);
  if (!issuing) throw new CommandError('There is no issuing CA yet. Start the server once to create it.');
  const made = await makeUnit(rows, environment, kind, issuing, options);
  await write({ database, clock: options.clock, recorder: options.recorder }, [made]);
  return parseCertificate(made.certificate);
}

/**
 * If two operators rotate the keys at the same time, the second rotation fails because its generation number is already
 * taken.
 */
async function write(
  { database, clock, recorder }: Pick<KeyCommandOptions, 'database' | 'clock' | 'recorder'>,
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
          throw new CommandError('Another process has just rotated this key. Check the list of keys and try again.');
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

function openRoot(
  rows: readonly AuthorityRow[],
  environment: Environment,
  vault: Vault,
  file: RootFile | undefined,
): Identity {
  const row = rootRow(rows, environment);
  const certificate = parseCertificate(row.certificate);
  if (file) return readRootFile(file, certificate);
  if (!row.key_sealed)
    throw new CommandError(
      'The root CA is offline. Specify the file with its key (--root FILE), and set ROOT_PASSPHRASE in the environment.',
    );
  return heldRoot(row, row.key_sealed, vault);
}
