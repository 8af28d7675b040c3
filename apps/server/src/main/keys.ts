/** Opens and checks the operator's own keys at startup. A fault names the setting to fix. */
import { readFile } from 'node:fs/promises';
import { type Certificate, fromPem, parseCertificate, PkiError, type StrongDigest } from '@countersign/pki';
import {
  commonDigest,
  type ExternalKeys,
  ExternalKeyFault,
  externalIdentity,
  type ExternalUse,
  type KeysConfig,
  type KeySetting,
  SignerKeys,
  tryOutKey,
} from '../features/authority/index.ts';
import { digestsOf, openKmsKey } from '../platform/adapters/aws-kms/index.ts';
import { openPkcs12Key } from '../platform/adapters/pkcs12-key/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { LazyKey } from '../platform/ports/lazy-key.ts';
import { KeyRefusedError, KeyUnavailableError, type PrivateKey, within } from '../platform/ports/private-key.ts';
import { ConfigFault } from '../platform/config-fault.ts';

export type OpenedKeys = {
  readonly external: ExternalKeys;
  readonly signerKeys: SignerKeys;
  /** Returns the names of the settings whose keys have not been reachable since startup. */
  unreachable(): readonly string[];
  close(): Promise<void>;
};
type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Opens the keys. A key that does not respond now is opened later (ADR 90). @throws ConfigFault */
export async function openKeys(config: KeysConfig, { clock, log }: { clock: Clock; log: Log }): Promise<OpenedKeys> {
  const opened: PrivateKey[] = [];
  const later = new Map<string, LazyKey>();
  const close = async () => {
    await Promise.all(opened.map((key) => key.close()));
  };
  const open = async (use: ExternalUse, setting: KeySetting | undefined) => {
    if (!setting) return undefined;
    const options = {
      now: clock.now(),
      pss: setting.address.pss,
      log: (cause: unknown) => unavailable(setting, cause, log),
    };
    const opening = openOne(setting, config);
    try {
      const { key, certificates } = await within(START_LIMIT_MS, setting.name, opening);
      opened.push(key);
      return await faultsOf(setting, () => externalIdentity(use, key, certificates, options));
    } catch (error) {
      if (!(error instanceof KeyUnavailableError)) throw error;
      log.warn(
        { key: setting.name, reason: error.message },
        'a signing key is unreachable; signing returns 503, and the server retries every 10 seconds',
      );
      const key = await laterKey(setting, config, { opening, log });
      opened.push(key);
      later.set(setting.name, key);
      return faultsOf(setting, () =>
        externalIdentity(use, key, [...key.certificates], { ...options, isTriedLater: true }),
      );
    }
  };
  try {
    const [ca, seal] = [await open('ca', config.ca), await open('seal', config.seal)];
    const signerKeys = new SignerKeys(config.signer);
    if (!commonDigest(signerKeys, seal))
      throw new ConfigFault(
        'SIGNER_KEY: supports no digest algorithm that SEAL_KEY also supports, but all signatures of a document use the same digest',
      );
    return {
      external: { ca, seal },
      signerKeys,
      unreachable: () => [...later].filter(([, key]) => !key.isReachable).map(([name]) => name),
      close: async () => {
        signerKeys.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The maximum wait for one key at startup, in milliseconds. */
const START_LIMIT_MS = 4_000;

/**
 * Returns a placeholder for a key that does not respond now. The configured certificates determine which key is
 * expected later.
 */
async function laterKey(
  setting: KeySetting,
  config: KeysConfig,
  { opening, log }: { opening: Promise<Opened>; log: Log },
): Promise<LazyKey & { certificates: readonly Certificate[] }> {
  const certificates = setting.certificates === undefined ? [] : await readCertificates(setting, setting.certificates);
  // The key's own certificate is the one that did not issue any of the others.
  const own = certificates.find(
    (one) => !certificates.some((other) => other !== one && other.issuer.equals(one.subject)),
  );
  if (!own) throw new ConfigFault(`${setting.name}: the certificate file contains no certificate that matches the key`);
  let first: Promise<Opened> | undefined = opening;
  const key = new LazyKey({
    publicKeySpki: own.spki,
    digests: setting.address.kind === 'awskms' ? await kmsDigests(setting, own.spki) : ['sha256', 'sha384', 'sha512'],
    open: async () => {
      // Reuses the attempt that began at startup. If that attempt opens the key late, the key is used and does not stay
      // open for nothing.
      const one = await refusedOf(setting, () => first ?? openOne(setting, config)).finally(() => (first = undefined));
      return one.key;
    },
    tryOut: (opened) => refusedOf(setting, () => tryOutKey(opened, own, setting.address.pss)),
    onOpened: () => log.info({ key: setting.name }, 'the signing key is reachable again'),
    onRefused: ({ message }) =>
      log.error(
        { key: setting.name, reason: message },
        'a signing key cannot be used: correct its settings and restart',
      ),
  });
  return Object.assign(key, { certificates });
}

async function kmsDigests(setting: KeySetting, spki: Buffer): Promise<readonly StrongDigest[]> {
  return faultsOf(setting, async () => digestsOf(spki));
}

/**
 * Converts the error for a wrong setting that is detected only after startup. With the new error, the server disables
 * the key and continues without it.
 */
async function refusedOf<T>({ name }: KeySetting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ConfigFault) throw new KeyRefusedError(cause.message, { cause });
    if (cause instanceof ExternalKeyFault) throw new KeyRefusedError(`${name}: ${cause.message}`, { cause });
    throw cause;
  }
}

type Opened = { key: PrivateKey; certificates: readonly Certificate[] };

async function openOne(setting: KeySetting, { aws }: KeysConfig): Promise<Opened> {
  const given = setting.certificates === undefined ? undefined : await readCertificates(setting, setting.certificates);
  const { address } = setting;
  const secret = setting.secret?.reveal() ?? '';
  switch (address.kind) {
    case 'file': {
      const key = await faultsOf(setting, () => openPkcs12Key(address.path, secret));
      return { key, certificates: [...(given ?? []), ...key.certificates] };
    }
    case 'pkcs11': {
      // koffi costs 12 ms of startup and a megabyte of heap, so it is loaded only if a key is in a token.
      const { openPkcs11Key } = await import('../platform/adapters/pkcs11-key/index.ts');
      return { key: await faultsOf(setting, () => openPkcs11Key(address, { pin: secret })), certificates: given ?? [] };
    }
    case 'awskms': {
      if (!aws) throw new ConfigFault(`${setting.name}: requires AWS credentials`);
      const options = {
        accessKeyId: aws.accessKeyId,
        secretAccessKey: aws.secretAccessKey.reveal(),
        sessionToken: aws.sessionToken?.reveal(),
        endpoint: aws.endpoint,
      };
      return { key: await faultsOf(setting, () => openKmsKey(address, options)), certificates: given ?? [] };
    }
  }
}

async function readCertificates({ name }: KeySetting, path: string): Promise<Certificate[]> {
  const setting = name === 'CA_KEY' ? 'CA_CERTIFICATES' : 'SEAL_CERTIFICATES';
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ConfigFault(`${setting}: ${path} cannot be read`, { cause });
  });
  try {
    return fromPem('CERTIFICATE', text).map(parseCertificate);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new ConfigFault(`${setting}: ${path} contains no readable PEM certificates: ${cause.message}`, {
      cause,
    });
  }
}

async function faultsOf<T>({ name }: KeySetting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ExternalKeyFault || cause instanceof KeyRefusedError || cause instanceof PkiError)
      throw new ConfigFault(`${name}: ${cause.message}`, { cause });
    if (cause instanceof Error) cause.message = `${name}: ${cause.message}`;
    throw cause;
  }
}

/**
 * Returns the error for a key that cannot be reached when it is used. Nothing was signed or recorded, and a retry makes
 * sense once the token or service responds.
 */
function unavailable({ name }: KeySetting, cause: unknown, log: Log): Error {
  log.warn({ err: cause, key: name }, 'a signing key cannot be used');
  return new AppError(
    'SERVICE_UNAVAILABLE',
    { check: 'signing', key: name },
    { cause, message: 'The required signing key cannot be reached, so nothing was signed.', retryAfter: 10 },
  );
}
