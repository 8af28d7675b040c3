/** Key settings: where the keys of the issuing CA and of the seal are stored, and the kind of signers' keys. */
import type { KeyKind } from '@countersign/pki';
import { type KeyAddress, parseKeyUri } from '../../platform/ports/key-uri.ts';
import type { Secret } from '../../platform/secret.ts';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';
import { DEFAULT_SIGNER_KEY, type SignerKeyKind } from './signer-keys.ts';

export type KeySetting = {
  readonly name: 'CA_KEY' | 'SEAL_KEY';
  readonly address: KeyAddress;
  /** The password of the key file, or the PIN of the token. */
  readonly secret: Secret | undefined;
  /** A PEM file with the certificates. Not needed if a PKCS#12 file contains them. */
  readonly certificates: string | undefined;
};
export type AwsSettings = {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken: Secret | undefined;
  readonly endpoint: string | undefined;
};
export type KeysConfig = {
  readonly signer: SignerKeyKind;
  readonly ca: KeySetting | undefined;
  readonly seal: KeySetting | undefined;
  readonly aws: AwsSettings | undefined;
  /** The passphrase of the exported root. Like the new master key, it is used only by `npm start -- keys`. */
  readonly rootPassphrase: Secret | undefined;
  readonly newMasterKey: Secret | undefined;
};

export const DEFAULT_KEYS: KeysConfig = {
  signer: DEFAULT_SIGNER_KEY,
  ca: undefined,
  seal: undefined,
  aws: undefined,
  rootPassphrase: undefined,
  newMasterKey: undefined,
};

const KINDS: readonly KeyKind[] = ['p256', 'p384', 'p521', 'rsa2048', 'rsa3072', 'rsa4096', 'ed25519'];

export function keySettings(reader: SettingReader): KeysConfig {
  const ca = keySetting('CA_KEY', 'CA_CERTIFICATES', reader);
  const seal = keySetting('SEAL_KEY', 'SEAL_CERTIFICATES', reader);
  const usesKms = ca?.address.kind === 'awskms' || seal?.address.kind === 'awskms';
  return {
    signer: signerKey(reader),
    ca,
    seal,
    aws: awsSettings(reader, usesKms),
    rootPassphrase: reader.secret('ROOT_PASSPHRASE'),
    newMasterKey: reader.masterKey('NEW_MASTER_KEY'),
  };
}

function signerKey(reader: SettingReader): SignerKeyKind {
  const parse = (text: string): SignerKeyKind | undefined => {
    const pss = text.startsWith('rsa') && text.endsWith('-pss');
    const kind = KINDS.find((one) => one === (pss ? text.slice(0, -4) : text));
    return kind && { kind, pss };
  };
  const value = reader.checked('SIGNER_KEY', (text) => {
    if (!parse(text)) throw new Error(`must be one of ${KINDS.join(', ')}. RSA types can end with -pss`);
  });
  return (value === undefined ? undefined : parse(value)) ?? DEFAULT_KEYS.signer;
}

function keySetting(
  name: 'CA_KEY' | 'SEAL_KEY',
  certificatesName: 'CA_CERTIFICATES' | 'SEAL_CERTIFICATES',
  reader: SettingReader,
): KeySetting | undefined {
  const certificates = reader.text(certificatesName);
  const [password, pin] = [reader.secret(`${name}_PASSWORD`), reader.secret(`${name}_PIN`)];
  const uri = reader.checked(name, (text) => void parseKeyUri(text));
  if (uri === undefined) {
    for (const [other, value] of [
      [certificatesName, certificates],
      [`${name}_PASSWORD`, password],
      [`${name}_PIN`, pin],
    ] as const)
      if (value !== undefined && reader.text(name) === undefined)
        reader.fault(`${other}: has no effect unless ${name} is set`);
    return undefined;
  }
  const address = parseKeyUri(uri);
  if (address.kind === 'pkcs11' && pin === undefined) reader.fault(`${name}_PIN: is required for a key in a token`);
  if (address.kind !== 'pkcs11' && pin !== undefined)
    reader.fault(`${name}_PIN: applies only to a key in a token, and ${name} does not refer to one`);
  if (address.kind !== 'file' && password !== undefined)
    reader.fault(`${name}_PASSWORD: applies only to a key in a file, and ${name} does not refer to one`);
  if (address.kind !== 'file' && certificates === undefined)
    reader.fault(`${certificatesName}: is required with ${name}: a PEM file with the key's certificate and its chain`);
  return { name, address, secret: address.kind === 'pkcs11' ? pin : password, certificates };
}

/** AWS settings are ignored if no key is in AWS KMS, because the shell may have set them for another program. */
function awsSettings(reader: SettingReader, isUsed: boolean): AwsSettings | undefined {
  const accessKeyId = reader.text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = reader.secret('AWS_SECRET_ACCESS_KEY');
  const endpoint = reader.url('AWS_ENDPOINT_URL_KMS', ['https:', 'http:']);
  const sessionToken = reader.secret('AWS_SESSION_TOKEN');
  if (!isUsed) return undefined;
  if (accessKeyId === undefined) reader.fault('AWS_ACCESS_KEY_ID: is required for a key in AWS KMS');
  if (secretAccessKey === undefined) reader.fault('AWS_SECRET_ACCESS_KEY: is required for a key in AWS KMS');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken, endpoint };
}

export const KEY_DESCRIPTIONS: DescribedSettings = {
  SIGNER_KEY: [
    '`p256`',
    'Type of key that is created for each signature: `p256`, `p384`, `p521`, `rsa2048`, `rsa3072`, `rsa4096`, `ed25519`, or an RSA type followed by `-pss`. The type determines the digest algorithm: SHA-384 for P-384, SHA-512 for P-521 and Ed25519, otherwise SHA-256.',
  ],
  CA_KEY: [
    'built-in',
    'Address of the key of your own issuing CA, which issues the certificates of signers in live documents. See [Your own keys](keys.md).',
  ],
  CA_KEY_PASSWORD: ['', 'Password of the PKCS#12 file that `CA_KEY` refers to.'],
  CA_KEY_PIN: ['', 'PIN of the token that `CA_KEY` refers to.'],
  CA_CERTIFICATES: ['', "PEM file with the issuing CA's certificate and its chain up to the root."],
  SEAL_KEY: ['built-in', 'Address of the key that seals live documents.'],
  SEAL_KEY_PASSWORD: ['', 'Password of the PKCS#12 file that `SEAL_KEY` refers to.'],
  SEAL_KEY_PIN: ['', 'PIN of the token that `SEAL_KEY` refers to.'],
  SEAL_CERTIFICATES: ['', 'PEM file with the seal certificate and its chain.'],
  AWS_ACCESS_KEY_ID: ['', 'Access key for AWS KMS. The key needs the permissions `kms:GetPublicKey` and `kms:Sign`.'],
  AWS_SECRET_ACCESS_KEY: ['', 'Secret access key for `AWS_ACCESS_KEY_ID`.'],
  AWS_SESSION_TOKEN: ['', 'Session token of temporary AWS credentials.'],
  AWS_ENDPOINT_URL_KMS: ['KMS in the region of the key', 'Address of AWS KMS, such as a VPC endpoint.'],
  ROOT_PASSPHRASE: [
    '',
    'Passphrase of the exported root key, with at least 12 characters. Only `npm start -- keys` uses this setting.',
  ],
  NEW_MASTER_KEY: [
    '',
    'New master key for a rotation. If `MASTER_KEY` is set, `npm start -- keys rotate-master-key` requires this setting. No other command uses it.',
  ],
};
