/** Opens the operator's own keys at the start and judges them; a fault names the setting to mend. */
import { readFile } from 'node:fs/promises';
import { type Certificate, fromPem, parseCertificate, PkiError } from '@countersign/pki';
import {
  commonDigest,
  type ExternalKeys,
  ExternalKeyFault,
  externalIdentity,
  type ExternalUse,
  type KeysConfig,
  type KeySetting,
  SignerKeys,
} from '../features/authority/index.ts';
import { openKmsKey } from '../platform/adapters/aws-kms/index.ts';
import { openPkcs12Key } from '../platform/adapters/pkcs12-key/index.ts';
import { AppError } from '../platform/errors.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { KeyRefusedError, type PrivateKey } from '../platform/ports/private-key.ts';
import { ConfigFault } from '../platform/config-fault.ts';

export type OpenedKeys = { readonly external: ExternalKeys; readonly signerKeys: SignerKeys; close(): Promise<void> };
type Log = { warn(fields: object, message: string): void };

/** @throws ConfigFault; KeyUnavailableError when a token or service does not answer now */
export async function openKeys(config: KeysConfig, { clock, log }: { clock: Clock; log: Log }): Promise<OpenedKeys> {
  const opened: PrivateKey[] = [];
  const close = async () => {
    await Promise.all(opened.map((key) => key.close()));
  };
  const open = async (use: ExternalUse, setting: KeySetting | undefined) => {
    if (!setting) return undefined;
    const { key, certificates } = await openOne(setting, config);
    opened.push(key);
    return faultsOf(setting, () =>
      externalIdentity(use, key, certificates, {
        now: clock.now(),
        pss: setting.address.pss,
        log: (cause) => unavailable(setting, cause, log),
      }),
    );
  };
  try {
    const [ca, seal] = [await open('ca', config.ca), await open('seal', config.seal)];
    const signerKeys = new SignerKeys(config.signer);
    if (!commonDigest(signerKeys, seal))
      throw new ConfigFault(
        'SIGNER_KEY: has no digest in common with the key of SEAL_KEY, and all signatures of a document use one digest',
      );
    return {
      external: { ca, seal },
      signerKeys,
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

async function openOne(
  setting: KeySetting,
  { aws }: KeysConfig,
): Promise<{ key: PrivateKey; certificates: readonly Certificate[] }> {
  const given = setting.certificates === undefined ? undefined : await readCertificates(setting, setting.certificates);
  const { address } = setting;
  const secret = setting.secret?.reveal() ?? '';
  switch (address.kind) {
    case 'file': {
      const key = await faultsOf(setting, () => openPkcs12Key(address.path, secret));
      return { key, certificates: [...(given ?? []), ...key.certificates] };
    }
    case 'pkcs11': {
      // Loads koffi: 12 ms of each start, and a megabyte of its heap, where no key is in a token.
      const { openPkcs11Key } = await import('../platform/adapters/pkcs11-key/index.ts');
      return { key: await faultsOf(setting, () => openPkcs11Key(address, { pin: secret })), certificates: given ?? [] };
    }
    case 'awskms': {
      if (!aws) throw new ConfigFault(`${setting.name}: needs the credentials of AWS`);
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
    throw new ConfigFault(`${setting}: ${path} holds no certificates in PEM that can be read: ${cause.message}`, {
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

/** In use: nothing was signed or recorded, and trying again makes sense once the token or service answers. */
function unavailable({ name }: KeySetting, cause: unknown, log: Log): Error {
  log.warn({ err: cause, key: name }, 'a signing key cannot be used');
  return new AppError(
    'SERVICE_UNAVAILABLE',
    { check: 'signing', key: name },
    { cause, message: 'The required signing key cannot be reached, so nothing was signed.', retryAfter: 10 },
  );
}
