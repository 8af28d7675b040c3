/**
 * A simulated AWS KMS on loopback that supports GetPublicKey and Sign with real keys. It computes each request's
 * Signature Version 4 itself (from the received headers, as the AWS documentation describes) and rejects a mismatch, as
 * KMS does.
 */
import {
  constants,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KMS_CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
export const KMS_REGION = 'eu-central-1';

export type KmsFault = { status: number; type: string } | 'hang' | 'drop';
export type TestKms = {
  url: string;
  /** Requests that were answered with 200, by target. */
  served: string[];
  /** The total number of requests, valid or not. */
  requests: number;
  /** The responses to the next requests, one for each request. They are sent before anything else is checked. */
  faults: KmsFault[];
  put(keyId: string, key: KeyObject): void;
  close(): Promise<void>;
};

/** @param port defaults to a free port */
export async function startKms(port = 0): Promise<TestKms> {
  const keys = new Map<string, KeyObject>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const kms: TestKms = {
    url: '',
    served: [],
    requests: 0,
    faults: [],
    put: (keyId, key) => void keys.set(keyId, key),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    kms.requests += 1;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const fault = kms.faults.shift();
    if (fault === 'hang') return;
    if (fault === 'drop') return void response.destroy();
    if (fault) return refuse(response, fault.status, fault.type);
    const wrong = signatureFault(request, body);
    if (wrong !== undefined) return refuse(response, 400, wrong);
    const target = String(request.headers['x-amz-target']).replace(/^TrentService\./, '');
    const asked = JSON.parse(body.toString()) as Record<string, string>;
    const key = keys.get(asked['KeyId'] ?? '');
    if (!key) return refuse(response, 400, 'NotFoundException');
    const result =
      target === 'GetPublicKey' ? publicKeyAnswer(key, asked) : target === 'Sign' ? signAnswer(key, asked) : undefined;
    if (!result) return refuse(response, 400, 'ValidationException');
    kms.served.push(target);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(result));
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  kms.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return kms;
}

function refuse(response: ServerResponse, status: number, type: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify({ __type: type }));
}

/** Recomputes Signature Version 4 from the request. Returns undefined if the signature matches. */
function signatureFault(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method = '', url = '' } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'IncompleteSignatureException';
  const [, keyId, date = '', region = '', service = '', signedHeaders = '', signature = ''] = match;
  if (keyId !== KMS_CREDENTIALS.accessKeyId) return 'UnrecognizedClientException';
  const time = String(headers['x-amz-date']);
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(date) || Math.abs(Date.now() - sent) > 300_000) return 'RequestExpired';
  const names = signedHeaders.split(';');
  // Unsigned headers could be changed in transit, so these headers must be signed.
  if (!['content-type', 'host', 'x-amz-date', 'x-amz-target'].every((name) => names.includes(name)))
    return 'MissingSignedHeader';
  if (region !== KMS_REGION || service !== 'kms') return 'SignatureDoesNotMatch';
  const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
  const canonicalHeaders = names
    .map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`)
    .join('');
  const [resource = '', query = ''] = url.split('?');
  const canonical = [method, resource, query, canonicalHeaders, signedHeaders, sha256(body)].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${KMS_CREDENTIALS.secretAccessKey}`),
  );
  const expected = createHmac('sha256', key).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function publicKeyAnswer(key: KeyObject, { KeyId }: Record<string, string>) {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { KeyId, PublicKey: spki.toString('base64'), KeyUsage: 'SIGN_VERIFY', SigningAlgorithms: algorithmsOf(key) };
}

const CURVES: Readonly<Record<string, string>> = { prime256v1: '256', secp384r1: '384', secp521r1: '512' };

function algorithmsOf(key: KeyObject): string[] {
  if (key.asymmetricKeyType === 'ec') return [`ECDSA_SHA_${CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? ''}`];
  return ['256', '384', '512'].flatMap((size) => [`RSASSA_PKCS1_V1_5_SHA_${size}`, `RSASSA_PSS_SHA_${size}`]);
}

/** Signs only with the algorithms of the key, and only a digest of the length that the algorithm requires. */
function signAnswer(
  key: KeyObject,
  { KeyId, Message = '', MessageType, SigningAlgorithm = '' }: Record<string, string>,
) {
  const digest = Buffer.from(Message, 'base64');
  const size = Number(SigningAlgorithm.slice(-3));
  if (MessageType !== 'DIGEST' || !algorithmsOf(key).includes(SigningAlgorithm) || digest.length * 8 !== size)
    return undefined;
  return { KeyId, SigningAlgorithm, Signature: overDigest(key, digest, SigningAlgorithm).toString('base64') };
}

/** Node signs data and not digests, so this code signs the digest itself. */
function overDigest(key: KeyObject, digest: Buffer, algorithm: string): Buffer {
  return algorithm.startsWith('ECDSA')
    ? ecdsaOverDigest(key, digest)
    : rsaOverDigest(key, digest, algorithm.includes('PSS'));
}

/** The orders of the elliptic curves (FIPS 186-5, SP 800-186 §3.2.1). */
const ORDERS: Readonly<Record<string, bigint>> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  secp521r1:
    0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
};

/**
 * ECDSA (FIPS 186-5 §6.4.1). OpenSSL's command line could do it, but twenty concurrent processes exceed the timeout of
 * a KMS request.
 */
function ecdsaOverDigest(key: KeyObject, digest: Buffer): Buffer {
  const curve = key.asymmetricKeyDetails?.namedCurve ?? '';
  const order = ORDERS[curve] ?? 0n;
  const secret = integerOf(Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url'));
  const once = createECDH(curve);
  // Creates an uncompressed point: the byte 04, x, and y.
  const point = once.generateKeys();
  const r = integerOf(point.subarray(1, 1 + (point.length - 1) / 2)) % order;
  const s = (inverse(integerOf(once.getPrivateKey()), order) * (integerOf(digest) + r * secret)) % order;
  return der(0x30, Buffer.concat([r, s].map((one) => der(0x02, bytesOf(one)))));
}

const integerOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Computes the inverse with Fermat's little theorem, because the order is a prime. */
function inverse(value: bigint, order: bigint): bigint {
  let [result, power, left] = [1n, value, order - 2n];
  for (; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * power) % order;
    power = (power * power) % order;
  }
  return result;
}

/**
 * Encodes a number as in a DER INTEGER: as short as possible, with a leading zero if the first bit would make it
 * negative.
 */
function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function der(tag: number, content: Buffer): Buffer {
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const DIGEST_INFO: Readonly<Record<number, string>> = {
  32: '3031300d060960864801650304020105000420',
  48: '3041300d060960864801650304020205000430',
  64: '3051300d060960864801650304020305000440',
};

function rsaOverDigest(key: KeyObject, digest: Buffer, pss: boolean): Buffer {
  const modulus = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const encoded = pss ? pssEncode(digest, modulus) : pkcs1Encode(digest, modulus);
  // RSASP1 (RFC 8017 §5.2.1) is plain exponentiation, which is the same as decryption without padding.
  return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encoded);
}

function pkcs1Encode(digest: Buffer, length: number): Buffer {
  const info = Buffer.concat([Buffer.from(DIGEST_INFO[digest.length] ?? '', 'hex'), digest]);
  return Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(length - info.length - 3, 0xff), Buffer.from([0]), info]);
}

/** EMSA-PSS-ENCODE (RFC 8017 §9.1.1) with a salt as long as the digest, as in KMS. */
function pssEncode(digest: Buffer, length: number): Buffer {
  const name = { 32: 'sha256', 48: 'sha384', 64: 'sha512' }[digest.length] ?? '';
  const hash = (data: Buffer) => createHash(name).update(data).digest();
  const salt = randomBytes(digest.length);
  const h = hash(Buffer.concat([Buffer.alloc(8), digest, salt]));
  const db = Buffer.concat([Buffer.alloc(length - salt.length - h.length - 2), Buffer.from([1]), salt]);
  const mask: Buffer[] = [];
  for (let counter = 0; mask.length * h.length < db.length; counter += 1)
    mask.push(hash(Buffer.concat([h, Buffer.from([0, 0, 0, counter])])));
  const masked = Buffer.from(db.map((byte, at) => byte ^ (Buffer.concat(mask)[at] ?? 0)));
  masked[0] = (masked[0] ?? 0) & 0x7f;
  return Buffer.concat([masked, h, Buffer.from([0xbc])]);
}
