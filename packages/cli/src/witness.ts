import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import {
  AuditLogError,
  formatVerifierKey,
  type NoteSigner,
  SIGNATURE_TYPE,
  type VerifierKey,
  verifierKey,
} from '@countersign/audit-log/tlog';

import { givenKeys } from './audit-keys.ts';
import { CommandError, ExitCode } from './command-error.ts';
import { usage } from './arguments.ts';
import type { Terminal } from './terminal.ts';
import type { WitnessCommand } from './witness-command.ts';
import { type RunningWitness, startWitness } from './witness-server.ts';
import { WitnessState } from './witness-state.ts';

/** Runs `countersign witness` until SIGINT or SIGTERM. Throws CommandError. */
export async function runWitness(command: WitnessCommand, terminal: Terminal): Promise<ExitCode> {
  const signer = signerOf(command);
  const [logs, installations] = [logKeys(command.logs), logKeys(command.installations)];
  const state = new WitnessState(command.file);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const running = await listening(command, () =>
    startWitness({
      keys: { signer, logs, installations },
      state,
      host: command.host,
      port: command.port,
      now: terminal.now,
      report: (message) => terminal.error(`countersign: ${message}\n`),
    }),
  );
  const key = verifierKey(signer.name, SIGNATURE_TYPE.cosignature, signer.publicKey);
  terminal.out(`Verifier key  ${formatVerifierKey(key)}\nListening on  ${running.url}\n`);
  await stopped;
  await running.close();
  return ExitCode.valid;
}

async function listening(
  { host, port }: WitnessCommand,
  start: () => Promise<RunningWitness>,
): Promise<RunningWitness> {
  try {
    return await start();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new CommandError(ExitCode.invalid, `The witness cannot listen on ${host}:${port}${reason}.`, cause);
  }
}

function logKeys(options: readonly string[]): VerifierKey[] {
  const keys = givenKeys(options) ?? [];
  const other = keys.find(({ type }) => type !== SIGNATURE_TYPE.ed25519);
  if (other) throw usage(`The key ${formatVerifierKey(other)} is the key of a witness, not of a log.`);
  return keys;
}

function signerOf({ name, key: file, createsKey }: WitnessCommand): NoteSigner {
  if (createsKey && !existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  }
  const privateKey = readKey(file);
  const publicKey = new Uint8Array(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32));
  const signer = { name, publicKey, sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey)) };
  try {
    verifierKey(name, SIGNATURE_TYPE.cosignature, publicKey);
  } catch (cause) {
    if (cause instanceof AuditLogError) throw usage(`"${name}" is not a valid witness name.`);
    throw cause;
  }
  return signer;
}

function readKey(file: string): KeyObject {
  if (!existsSync(file))
    throw new CommandError(ExitCode.noInput, `The file ${file} does not exist. Create the key with --create-key.`);
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The message is the same for every parser error: the parser's reason is not useful here, and could quote the file.
  }
  throw new CommandError(ExitCode.usage, `${file} does not contain an unencrypted Ed25519 key (PKCS #8, PEM).`);
}
