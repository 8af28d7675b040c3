import {
  der,
  digestOf,
  parseCertificate,
  parseCrl,
  PkiError,
  readDer,
  validatePath,
  verifyCms,
  verifyCrl,
  verifyTimestampToken,
} from '@countersign/pki';
import type { Certificate, DerElement } from '@countersign/pki';
import { after, container, crls, makeSigner, SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import { asBer } from '../kit/cms.ts';
import type { Base } from '../kit/document.ts';
import { flip, splice, truncate } from './bytes.ts';
import type { Random } from './random.ts';
import type { Subject } from './subject.ts';

const CONTENT = Buffer.from('what is signed');
const KINDS = ['cms', 'token', 'certificate', 'crl'] as const;

interface Sample {
  readonly kind: (typeof KINDS)[number];
  readonly bytes: Buffer;
}

/** Fuzzes signature containers, time-stamp tokens, certificates and revocation lists. */
export async function cmsSubject(base: Base): Promise<Subject> {
  const samples = await makeSamples(base);
  const signed = new Set(samples.map((sample) => signedPart(sample)));
  const check = checks(base);
  return {
    make: (random) => {
      const origin = random.below(samples.length);
      return { bytes: mutate(random, samples, samples[origin]?.bytes ?? CONTENT), origin };
    },
    check: (bytes, origin) => {
      const kind = samples[origin]?.kind ?? 'cms';
      const part = check[kind](bytes);
      if (part === null) return { isValid: false };
      return signed.has(part)
        ? { isValid: true }
        : { isValid: true, finding: `a ${kind} is valid, but the signed content changed` };
    },
  };

  function signedPart({ kind, bytes }: Sample): string {
    const part = checks(base)[kind](bytes);
    if (part === null) throw new Error(`the ${kind} to begin with is not valid`);
    return part;
  }
}

/**
 * For each kind of input, returns the signed data in hexadecimal if the input is valid. The only other accepted result
 * is a `PkiError`.
 */
function checks({ authority }: Base): Record<Sample['kind'], (bytes: Buffer) => string | null> {
  const { root, ca } = authority;
  const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');
  return {
    cms: (bytes) => {
      const result = verifyCms({ der: bytes, digestOf: (algorithm) => digestOf(algorithm, CONTENT) });
      if (result.timestampToken !== undefined && result.cms !== undefined)
        verifyTimestampToken({ token: result.timestampToken, data: result.cms.signature });
      return result.valid && isTrusted(result.signer) ? hex(result.cms?.signedBytes) : null;
    },
    token: (bytes) => {
      const result = verifyTimestampToken({ token: bytes, data: CONTENT });
      return result.valid && isTrusted(result.signer, 'time-stamping') ? hex(result.cms?.eContent) : null;
    },
    certificate: (bytes) => {
      const certificate = orNull(() => parseCertificate(bytes));
      return certificate !== null && isTrusted(certificate) ? hex(certificate.tbs) : null;
    },
    crl: (bytes) => {
      const crl = orNull(() => parseCrl(bytes));
      if (crl === null || !(verifyCrl(crl, ca.certificate) || verifyCrl(crl, root.certificate))) return null;
      return hex(readDer(bytes).elements()[0]?.raw);
    },
  };

  function isTrusted(
    leaf: Certificate | undefined,
    purpose: 'document-signing' | 'time-stamping' = 'document-signing',
  ) {
    if (leaf === undefined) return false;
    const material = { intermediates: [ca.certificate], anchors: [root.certificate] };
    return validatePath({ leaf, ...material, at: after(SIGNED_AT, 1), purpose }).valid;
  }
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return null;
    throw error;
  }
}

async function makeSamples({ authority, ann }: Base): Promise<Sample[]> {
  const rsa = await makeSigner(authority, 'rsa@example.org', 'rsa2048', { options: { pss: true } });
  const digest = digestOf('sha256', CONTENT);
  const signed = await container(ann, digest, authority);
  const token = await stamp(authority, digest, SIGNED_AT);
  const lists = await crls(authority, SIGNED_AT, [{ serial: ann.certificate.serial, at: SIGNED_AT }]);
  return [
    { kind: 'cms', bytes: signed },
    { kind: 'cms', bytes: asBer(signed) },
    { kind: 'cms', bytes: await container(rsa, digest, null) },
    { kind: 'token', bytes: token },
    { kind: 'token', bytes: asBer(token) },
    { kind: 'certificate', bytes: ann.certificate.der },
    { kind: 'certificate', bytes: rsa.certificate.der },
    ...lists.map((bytes): Sample => ({ kind: 'crl', bytes })),
  ];
}

function mutate(random: Random, samples: readonly Sample[], start: Buffer): Buffer {
  let bytes = start;
  for (let count = random.few(3); count > 0 && bytes.length > 0; count--) {
    const other = random.pick(samples).bytes;
    const way = random.below(8);
    if (way < 2) bytes = flip(random, bytes);
    else if (way === 2) bytes = truncate(random, bytes);
    else if (way === 3) bytes = splice(random, bytes, other);
    else bytes = exchange(random, bytes, other);
  }
  return bytes;
}

/** Swaps, duplicates, removes or empties an element in the tree, and keeps all surrounding lengths correct. */
function exchange(random: Random, bytes: Buffer, other: Buffer): Buffer {
  try {
    const donor = descend(random, readDer(other));
    return rewrite(random, readDer(bytes), donor.raw);
  } catch (error) {
    // Input that is no longer DER can be mutated only as raw bytes.
    if (error instanceof PkiError) return flip(random, bytes);
    throw error;
  }
}

function childrenOf(element: DerElement): readonly DerElement[] {
  if ((element.tag & 0x20) === 0) return [];
  return orNull(() => element.elements()) ?? [];
}

function descend(random: Random, element: DerElement): DerElement {
  const children = childrenOf(element);
  return children.length === 0 || random.next() < 0.15 ? element : descend(random, random.pick(children));
}

function rewrite(random: Random, element: DerElement, donor: Buffer): Buffer {
  const children = childrenOf(element);
  if (children.length === 0 || random.next() < 0.15) return replace(random, element, donor);
  const chosen = random.below(children.length);
  return der.tlv(
    element.tag,
    ...children.map((child, index) => (index === chosen ? rewrite(random, child, donor) : child.raw)),
  );
}

function replace(random: Random, element: DerElement, donor: Buffer): Buffer {
  switch (random.below(6)) {
    case 0:
      return donor;
    case 1:
      return Buffer.concat([element.raw, element.raw]);
    case 2:
      return Buffer.alloc(0);
    case 3:
      return der.tlv(element.tag);
    case 4:
      return der.tlv(random.below(256), element.content);
    default:
      return der.tlv(element.tag, flip(random, element.content.length > 0 ? element.content : Buffer.from([0])));
  }
}
