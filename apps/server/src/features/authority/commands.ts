/**
 * The operator's commands for the installation's keys. Running servers apply changes within seconds. Servers need to be
 * stopped only for a new master key.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@countersign/contract';
import { CommandError } from '../../platform/command-error.ts';
import type { Command, Console, Opened } from '../../platform/console.ts';
import { decodeMasterKey, keepMasterKey, prepareMasterKey, writeSecretFile } from '../../platform/crypto/master-key.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import { reseal, type SealedColumn } from '../../platform/db/reseal.ts';
import type { Secret } from '../../platform/secret.ts';
import type { ExternalKeys } from './authority.ts';
import { type KeyCommandOptions, record } from './key-command.ts';
import { exportRoot, refreshRootCrl, takeRootOffline } from './offline-root.ts';
import { listKeys, rotateIssuing, rotateUnit } from './rotation.ts';

const USAGE = `Usage: npm start -- keys <command> [--sandbox]

  list                            lists every certificate and the location of its key
  rotate issuing [--root FILE]    creates a new issuing CA with new keys for time-stamps and OCSP. If the root CA is offline, FILE contains its key
  rotate timestamp | ocsp         creates a new key and certificate for time-stamps or OCSP
  export-root FILE                writes the root certificate and its key, encrypted with ROOT_PASSPHRASE
  take-root-offline FILE          removes the root key from the database. FILE is the file from export-root
  refresh-root-crl FILE           creates a new revocation list with the key of an offline root CA
  rotate-master-key               encrypts every secret with a new key. Stop all servers first

Without --sandbox, the commands apply to the live environment.`;

type Settings = {
  readonly publicUrl: string | undefined;
  readonly masterKey: Secret | undefined;
  readonly keys: { readonly rootPassphrase: Secret | undefined; readonly newMasterKey: Secret | undefined };
};
type KeyConsole = Console & {
  readonly config: Settings;
  readonly openKeys: () => Promise<{ readonly external: ExternalKeys; close(): Promise<void> }>;
  readonly sealedColumns: readonly SealedColumn[];
};
type Context = KeyCommandOptions & KeyConsole & Pick<Opened, 'owner'> & { readonly environment: Environment };

const keys: Command<KeyConsole> = {
  name: 'keys',
  usage: USAGE,
  read: (args) => {
    const environment: Environment = args.includes('--sandbox') ? 'sandbox' : 'live';
    const work = commandOf(args.filter((word) => word !== '--sandbox'));
    return work && ((console) => withKeys(console, environment, work));
  },
};

async function withKeys(
  console: KeyConsole,
  environment: Environment,
  work: (context: Context) => Promise<void>,
): Promise<number> {
  const opened = await console.openKeys();
  try {
    return await console.open(async ({ database, owner, unseal }) => {
      const { publicUrl } = console.config;
      const external = opened.external.ca;
      await work({ ...console, ...(await unseal()), environment, database, owner, publicUrl, external });
      return 0;
    });
  } finally {
    await opened.close();
  }
}

function commandOf([name, ...rest]: readonly string[]): ((context: Context) => Promise<void>) | undefined {
  const [first] = rest;
  const one = (work: (context: Context, file: string) => Promise<void>) =>
    rest.length === 1 && first !== undefined ? (context: Context) => work(context, first) : undefined;
  switch (name) {
    case 'list':
      return rest.length === 0 ? list : undefined;
    case 'rotate': {
      const file = rest[1] === '--root' && rest.length === 3 ? rest[2] : undefined;
      if (first === 'issuing' && (rest.length === 1 || file !== undefined)) return (context) => rotateCa(context, file);
      return (first === 'timestamp' || first === 'ocsp') && rest.length === 1
        ? (context) => rotateOne(context, first)
        : undefined;
    }
    case 'export-root':
      return one(exportTo);
    case 'take-root-offline':
      return one(goOffline);
    case 'refresh-root-crl':
      return one(refresh);
    case 'rotate-master-key':
      return rest.length === 0 ? rotateMasterKey : undefined;
    default:
      return undefined;
  }
}

async function list(context: Context): Promise<void> {
  const rows = await listKeys(context);
  const lines = rows.map(({ environment, kind, generation, key, notAfter, serial, subject, crlUntil }) =>
    [
      environment.padEnd(8),
      `${kind} ${generation}`.padEnd(12),
      key.padEnd(9),
      `until ${day(notAfter)}`,
      serial,
      subject + (crlUntil ? ` (revocation list until ${day(crlUntil)})` : ''),
    ].join('  '),
  );
  context.out(lines.join('\n'));
}

async function rotateCa(context: Context, file: string | undefined): Promise<void> {
  const root = file === undefined ? undefined : { pem: await readPem(file), passphrase: passphrase(context) };
  const { subject } = await rotateIssuing(context, context.environment, root);
  context.out(`${subject.text} is now the issuing CA. Earlier signatures remain valid.`);
}

async function rotateOne(context: Context, kind: 'timestamp' | 'ocsp'): Promise<void> {
  const { subject } = await rotateUnit(context, context.environment, kind);
  context.out(`${subject.text} is now in use.`);
}

async function exportTo(context: Context, file: string): Promise<void> {
  const pem = await exportRoot(context, context.environment, passphrase(context));
  await writeSecretFile(file, pem);
  context.out(
    `${file} contains the root certificate and its key. Keep the file and its passphrase in separate places, away from this machine.`,
  );
}

async function goOffline(context: Context, file: string): Promise<void> {
  const until = await takeRootOffline(context, context.environment, {
    pem: await readPem(file),
    passphrase: passphrase(context),
  });
  context.out(
    `The root CA is offline. Its revocation list is valid until ${day(until)}. Renew it before then (refresh-root-crl).`,
  );
}

async function refresh(context: Context, file: string): Promise<void> {
  const until = await refreshRootCrl(context, context.environment, {
    pem: await readPem(file),
    passphrase: passphrase(context),
  });
  context.out(`The root CA's revocation list is valid until ${day(until)}.`);
}

async function rotateMasterKey({
  config,
  dataDir,
  sealedColumns,
  owner,
  vault,
  clock,
  database,
  out,
}: Context): Promise<void> {
  const given = config.keys.newMasterKey;
  if (config.masterKey && !given)
    throw new CommandError('MASTER_KEY is set in the environment. Set NEW_MASTER_KEY to the new key.');
  // If no key is given, a new key is created and written to disk before anything is sealed with it. A crash in between
  // leaves both keys available.
  const fresh = given ? decodeMasterKey(given.reveal(), 'NEW_MASTER_KEY') : await prepareMasterKey(dataDir);
  const count = await reseal(owner, sealedColumns, { from: vault, to: new Vault(fresh) });
  if (!given) await keepMasterKey(dataDir);
  const rotated = new Recorder({ vault: new Vault(fresh), reactions: [], wake: () => {} });
  await database.transaction(
    { role: 'auth' },
    () => clock.now(),
    (tx) => record(tx, rotated, 'keys.master-key-rotated', { secrets: count }),
  );
  out(
    given
      ? `${count} secrets are now encrypted with the new key. Set MASTER_KEY to the new key before the next start.`
      : `${count} secrets are now encrypted with the new key in ${join(dataDir, 'master.key')}. Back up this file. The old key is no longer needed.`,
  );
}

function passphrase({ config }: Context): string {
  const value = config.keys.rootPassphrase?.reveal();
  if (value === undefined || value.length < 12)
    throw new CommandError(
      'Set ROOT_PASSPHRASE in the environment to the passphrase of the file (at least 12 characters).',
    );
  return value;
}

async function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

export const commands = [keys];
