import { createSign } from 'node:crypto';
import { der, digestOf, Oid, readDer } from '@countersign/pki';
import type { Certificate, DigestAlgorithm, Identity } from '@countersign/pki';
import { SIGNED_AT, stamp } from '../../packages/pades/test/kit.ts';
import type { TestAuthority } from '../../packages/pades/test/kit.ts';

const { sequence, setOf, oid, octetString, integer, explicit, tlv, contextConstructed, derSorted } = der;

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

/**
 * A CMS SignedData as an attacker or a faulty implementation might create it. Omitted members get their correct values.
 */
export interface Recipe {
  /** The digest of the signed bytes. */
  readonly digest: Buffer;
  readonly signer: Pick<Identity, 'certificate' | 'key' | 'chain'>;
  /** The certificate that is identified and embedded, if it is not the signer's. */
  readonly named?: Certificate;
  /** The certificate in signing-certificate-v2. Null omits the attribute. */
  readonly tied?: Certificate | null;
  readonly embedded?: readonly Certificate[];
  readonly digestOid?: string;
  readonly signatureOid?: string;
  readonly sign?: (signedAttributes: Buffer) => Buffer | Promise<Buffer>;
  readonly withoutAttributes?: boolean;
  readonly extraAttributes?: readonly Buffer[];
  readonly content?: Buffer;
  /** Returns a time-stamp token over the signature value. */
  readonly token?: (signature: Buffer) => Buffer | Promise<Buffer>;
  /** The number of SignerInfo copies. */
  readonly signerInfos?: number;
}

export async function makeCms(recipe: Recipe): Promise<Buffer> {
  const { signer, named = signer.certificate } = recipe;
  const digestIdentifier = sequence(oid(recipe.digestOid ?? Oid.sha256));
  const attributes = derSorted([
    attribute(Oid.contentType, oid(Oid.data)),
    attribute(Oid.messageDigest, octetString(recipe.digest)),
    ...(recipe.tied === null ? [] : [tie(recipe.tied ?? named)]),
    ...(recipe.extraAttributes ?? []),
  ]);
  const sign = recipe.sign ?? ((data: Buffer) => signer.key.sign(data));
  const signature = await sign(tlv(der.Tag.set, ...attributes));
  const token = await recipe.token?.(signature);
  const signerInfo = sequence(
    integer(1),
    sequence(named.issuer.der, named.serialDer),
    digestIdentifier,
    ...(recipe.withoutAttributes === true ? [] : [tlv(contextConstructed(0), ...attributes)]),
    sequence(oid(recipe.signatureOid ?? Oid.ecdsaWithSha256)),
    octetString(signature),
    ...(token === undefined ? [] : [tlv(contextConstructed(1), attribute(Oid.signatureTimeStampToken, token))]),
  );
  const embedded = recipe.embedded ?? [named, ...signer.chain];
  const content = recipe.content === undefined ? [] : [explicit(0, octetString(recipe.content))];
  const body = sequence(
    integer(1),
    setOf(digestIdentifier),
    sequence(oid(Oid.data), ...content),
    ...(embedded.length === 0 ? [] : [tlv(contextConstructed(0), ...derSorted(embedded.map((one) => one.der)))]),
    tlv(der.Tag.set, ...Array.from({ length: recipe.signerInfos ?? 1 }, () => signerInfo)),
  );
  return sequence(oid(Oid.signedData), explicit(0, body));
}

function tie(certificate: Certificate): Buffer {
  return attribute(
    Oid.signingCertificateV2,
    sequence(sequence(sequence(octetString(digestOf('sha256', certificate.der))))),
  );
}

/** Returns a time-stamp token over a signature value, issued by an authority at a given time. */
export const tokenBy =
  (authority: TestAuthority, at = SIGNED_AT) =>
  (signature: Buffer): Promise<Buffer> =>
    stamp(authority, digestOf('sha256', signature), at);

/** Signs with a digest that the library refuses to use for signing. */
export const signWeakly =
  (identity: { readonly privateKey: Parameters<ReturnType<typeof createSign>['sign']>[0] }, digest: string) =>
  (data: Buffer): Buffer =>
    createSign(digest).update(data).sign(identity.privateKey);

export const digestBytes = (algorithm: DigestAlgorithm, covered: Buffer): Buffer => digestOf(algorithm, covered);

/**
 * Returns the same SignedData with indefinite lengths on its outer levels (X.690 §8.1.3.6), as streaming signers write
 * it.
 */
export function asBer(cms: Buffer): Buffer {
  const indefinite = (tag: number, ...parts: readonly Uint8Array[]): Buffer =>
    Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
  const [type, wrapped] = readDer(cms, der.Tag.sequence).elements();
  const inner = wrapped?.only(der.Tag.sequence).elements() ?? [];
  if (type === undefined) throw new Error('no container');
  return indefinite(0x30, type.raw, indefinite(0xa0, indefinite(0x30, ...inner.map((element) => element.raw))));
}

/** Returns the SignedData without its unsigned attributes, which contain the time-stamp. Signed data is unchanged. */
export function withoutUnsignedAttributes(cms: Buffer): Buffer {
  const [type, wrapped] = readDer(cms, der.Tag.sequence).elements();
  const parts = wrapped?.only(der.Tag.sequence).elements() ?? [];
  const signerInfo = parts.at(-1)?.only(der.Tag.sequence);
  if (type === undefined || signerInfo === undefined) throw new Error('no container');
  const kept = signerInfo.elements().filter((element) => element.tag !== contextConstructed(1));
  return sequence(
    type.raw,
    explicit(
      0,
      sequence(
        ...parts.slice(0, -1).map((element) => element.raw),
        tlv(der.Tag.set, sequence(...kept.map((element) => element.raw))),
      ),
    ),
  );
}
