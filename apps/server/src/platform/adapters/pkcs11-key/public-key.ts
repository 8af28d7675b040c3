/** Reads the public key of a private key in a token, from its public key object or else from its certificate. */
import { createPublicKey } from 'node:crypto';
import { der, Oid, parseCertificate, readDer } from '@countersign/pki';
import { KeyRefusedError } from '../../ports/private-key.ts';
import type { Call } from './module.ts';
import { attribute, Cka, Cko, findObjects, type Session } from './session.ts';

const CKK_RSA = 0;
const CKK_EC = 3;
const CKK_EC_EDWARDS = 0x40;

/**
 * Returns the SubjectPublicKeyInfo in DER. @throws KeyRefusedError when the token provides neither a public key object
 * nor a certificate
 */
export async function publicKeyOf(call: Call, session: Session, label: string | undefined): Promise<Buffer> {
  const by = session.id === undefined ? { object: label } : { id: session.id };
  const [publicKey] = await findObjects(call, session.handle, Cko.publicKey, by);
  const read = (object: number, type: number) => attribute(call, session.handle, object, type);
  if (publicKey !== undefined) {
    const found = await fromObject((type) => read(publicKey, type));
    if (found) return found;
  }
  const [certificate] = await findObjects(call, session.handle, Cko.certificate, by);
  const value = certificate === undefined ? undefined : await read(certificate, Cka.value);
  if (value) return parseCertificate(value).spki;
  throw new KeyRefusedError('the token contains neither a public key nor a certificate for the private key');
}

async function fromObject(read: (type: number) => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  const type = (await read(Cka.keyType))?.readBigUInt64LE();
  switch (type === undefined ? undefined : Number(type)) {
    case CKK_RSA: {
      const [n, e] = [await read(Cka.modulus), await read(Cka.publicExponent)];
      if (!n || !e) return undefined;
      const key = { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') };
      return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'der' });
    }
    case CKK_EC: {
      const [parameters, point] = [await read(Cka.ecParams), await read(Cka.ecPoint)];
      // CKA_EC_POINT is the point as an OCTET STRING. Some tokens return the bare point.
      return (
        parameters &&
        point &&
        der.sequence(der.sequence(der.oid(Oid.ecPublicKey), parameters), der.bitString(unwrapped(point)))
      );
    }
    case CKK_EC_EDWARDS: {
      const point = await read(Cka.ecPoint);
      const raw = point && unwrapped(point);
      return raw?.length === 32 ? der.sequence(der.sequence(der.oid(Oid.ed25519)), der.bitString(raw)) : undefined;
    }
    default:
      return undefined;
  }
}

function unwrapped(point: Buffer): Buffer {
  if (point[0] !== 0x04 || point.length === 32) return point;
  try {
    return readDer(point).content;
  } catch {
    return point;
  }
}
