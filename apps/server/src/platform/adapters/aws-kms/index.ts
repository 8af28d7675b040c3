/**
 * Signs with a key in AWS KMS, through the operations GetPublicKey and Sign of its JSON API (TrentService). Requests
 * are signed with Signature Version 4.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { type SignatureAlgorithm, type StrongDigest } from '@countersign/pki';
import { AwsV4Signer } from 'aws4fetch';
import { withRetries } from '../retry.ts';
import type { KmsAddress } from '../../ports/key-uri.ts';
import { KeyRefusedError, KeyUnavailableError, type PrivateKey, refuseUnfit } from '../../ports/private-key.ts';

export type KmsOptions = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** The endpoint. Default: KMS in the key's region. */
  readonly endpoint?: string | undefined;
  /** The time limit for one request in milliseconds. Default: 3 s. */
  readonly timeoutMs?: number;
  /** The time limit for all attempts together in milliseconds. Default: 10 s. */
  readonly totalMs?: number;
};

const MAX_TRIES = 4;
const PAUSE_MS = 200;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Codes of temporary errors. Every response with a status of 500 or above is also temporary. */
const PASSING = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'KMSInternalException',
  'DependencyTimeoutException',
  'KeyUnavailableException',
]);
const CURVE_DIGESTS: Readonly<Record<string, StrongDigest>> = {
  prime256v1: 'sha256',
  secp384r1: 'sha384',
  secp521r1: 'sha512',
};

/** @throws KeyRefusedError, KeyUnavailableError */
export async function openKmsKey(address: KmsAddress, options: KmsOptions): Promise<PrivateKey> {
  const closing = new AbortController();
  const ask = (target: string, body: object) => request(target, body, address, options, closing.signal);
  const answer = await ask('GetPublicKey', { KeyId: address.keyId });
  const spki = bytesOf(answer, 'PublicKey');
  const digests = digestsOf(spki);
  if (answer['KeyUsage'] !== 'SIGN_VERIFY') throw new KeyRefusedError('the KMS key is not a signing key');
  return {
    publicKeySpki: spki,
    digests,
    sign: async (algorithm, data) => {
      refuseUnfit(spki, digests, algorithm);
      const digest = createHash(algorithm.digest).update(data).digest();
      // A digest is sent instead of the data, because KMS accepts at most 4 KiB and should not see the data to be
      // signed.
      const signed = await ask('Sign', {
        KeyId: address.keyId,
        Message: digest.toString('base64'),
        MessageType: 'DIGEST',
        SigningAlgorithm: signingAlgorithm(algorithm),
      });
      return bytesOf(signed, 'Signature');
    },
    close: async () => closing.abort(),
  };
}

/**
 * Returns the supported digests. For an elliptic curve, KMS accepts only the digest that matches the curve's strength.
 */
export function digestsOf(spki: Buffer): StrongDigest[] {
  const key = createPublicKey({ key: spki, type: 'spki', format: 'der' });
  if (key.asymmetricKeyType === 'rsa') return ['sha256', 'sha384', 'sha512'];
  const digest = CURVE_DIGESTS[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (key.asymmetricKeyType !== 'ec' || digest === undefined)
    throw new KeyRefusedError('the KMS key is neither an RSA key nor a key on P-256, P-384 or P-521');
  return [digest];
}

/** Returns the name that the KMS API uses for the algorithm (SigningAlgorithmSpec). */
function signingAlgorithm({ scheme, digest }: SignatureAlgorithm): string {
  const size = digest.slice(3);
  switch (scheme) {
    case 'rsa-pkcs1':
      return `RSASSA_PKCS1_V1_5_SHA_${size}`;
    case 'rsa-pss':
      return `RSASSA_PSS_SHA_${size}`;
    case 'ecdsa':
      return `ECDSA_SHA_${size}`;
    case 'ed25519':
      throw new KeyRefusedError('Ed25519 keys in KMS are not supported');
  }
}

type Answer = Readonly<Record<string, unknown>>;

function bytesOf(answer: Answer, member: string): Buffer {
  const value = answer[member];
  if (typeof value !== 'string' || value === '')
    throw new KeyUnavailableError(`the response from KMS does not contain ${member}`);
  return Buffer.from(value, 'base64');
}

async function request(
  target: string,
  body: object,
  address: KmsAddress,
  options: KmsOptions,
  closing: AbortSignal,
): Promise<Answer> {
  const until = performance.now() + (options.totalMs ?? 10_000);
  const isPassing = (error: unknown) => error instanceof KeyUnavailableError && !closing.aborted;
  return withRetries(
    { tries: MAX_TRIES, pauseMs: PAUSE_MS, maxPauseMs: Infinity, until: () => until, isPassing },
    async (_attempt, deadline) => {
      // Node accepts only whole milliseconds.
      const left = Math.max(1, Math.ceil(Math.min(deadline - performance.now(), options.timeoutMs ?? 3000)));
      return once(target, body, address, options, AbortSignal.any([closing, AbortSignal.timeout(left)]));
    },
  );
}

async function once(
  target: string,
  body: object,
  { region }: KmsAddress,
  { endpoint, ...credentials }: KmsOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const signer = new AwsV4Signer({
    method: 'POST',
    url: endpoint ?? `https://kms.${region}.amazonaws.com/`,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${target}` },
    body: JSON.stringify(body),
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    ...(credentials.sessionToken !== undefined && { sessionToken: credentials.sessionToken }),
    service: 'kms',
    region,
    // The signature includes Content-Type, which aws4fetch leaves out by default.
    allHeaders: true,
  });
  const { url, method, headers, body: signed } = await signer.sign();
  const { status, text } = await fetch(url, { method, headers, body: signed ?? null, signal, redirect: 'error' })
    .then(async (response) => ({ status: response.status, text: await limitedText(response) }))
    .catch((cause: unknown) => {
      throw new KeyUnavailableError(`KMS could not be reached for the request ${target}`, { cause });
    });
  const answer = parsed(text);
  if (status === 200 && answer) return answer;
  const type = answer?.['__type'];
  const code = typeof type === 'string' ? type.replace(/^.*#/, '') : '';
  const message = `KMS responded to ${target} with ${status}${code && ` ${code}`}`;
  if (status >= 500 || status === 429 || PASSING.has(code) || status === 200) throw new KeyUnavailableError(message);
  throw new KeyRefusedError(message);
}

async function limitedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('the response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parsed(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
