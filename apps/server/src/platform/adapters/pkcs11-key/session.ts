/**
 * One authenticated session with a token in which the key was found. It contains everything that a signature needs
 * (PKCS#11 v2.40 §5.6, §5.7, §5.11).
 */
import { ecdsaDer, type SignatureAlgorithm } from '@countersign/pki';
import type { Pkcs11Address } from '../../ports/key-uri.ts';
import { KeyRefusedError } from '../../ports/private-key.ts';
import { mechanismFor, type Prepared } from './mechanisms.ts';
import { type Call, Pkcs11Error, Rv, withMemory } from './module.ts';

const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
export const Cko = { certificate: 1, publicKey: 2, privateKey: 3 } as const;
export const Cka = {
  class: 0x0,
  label: 0x3,
  value: 0x11,
  keyType: 0x100,
  id: 0x102,
  modulus: 0x120,
  publicExponent: 0x122,
  ecParams: 0x180,
  ecPoint: 0x181,
} as const;
const WORD = 8;
const TOKEN_INFO_BYTES = 512;
const MAX_SLOTS = 64;
const MAX_SIGNATURE = 1024;

export type Session = { readonly handle: number; readonly key: number; readonly id: Buffer | undefined };

/** @throws KeyRefusedError for errors that a person must fix, Pkcs11Error otherwise */
export async function openSession(call: Call, address: Pkcs11Address, pin: string): Promise<Session> {
  const slot = await findSlot(call, address);
  const handle = await withMemory(async (memory) => {
    const out = memory.ulong();
    await call('C_OpenSession', [slot, CKF_SERIAL_SESSION, null, null, out.pointer]);
    return Number(out.bytes.readBigUInt64LE());
  });
  try {
    await logIn(call, handle, pin);
    const [key, ...others] = await findObjects(call, handle, Cko.privateKey, address);
    if (key === undefined) throw new KeyRefusedError('the token contains no private key with that name');
    if (others.length > 0)
      throw new KeyRefusedError(
        "the token contains several private keys with that name. Add the key ID to the key's URI",
      );
    return { handle, key, id: address.id ?? (await attribute(call, handle, key, Cka.id)) };
  } catch (error) {
    await call('C_CloseSession', [handle]).catch(() => {});
    throw error;
  }
}

/**
 * Finds the token's slot. CK_TOKEN_INFO begins with label (32 bytes), manufacturer (32), model (16) and serial number
 * (16), padded with spaces.
 */
async function findSlot(call: Call, { token, serial }: Pkcs11Address): Promise<number> {
  return withMemory(async (memory) => {
    const count = memory.ulong(MAX_SLOTS);
    const list = memory.allocate(MAX_SLOTS * WORD);
    await call('C_GetSlotList', [1, list.pointer, count.pointer]);
    for (let at = 0; at < Number(count.bytes.readBigUInt64LE()); at += 1) {
      const slot = Number(list.bytes.readBigUInt64LE(at * WORD));
      const info = memory.allocate(TOKEN_INFO_BYTES);
      // A smart card reader whose token was just removed is skipped.
      const read = await call('C_GetTokenInfo', [slot, info.pointer]).then(
        () => true,
        () => false,
      );
      const text = (from: number, to: number) => info.bytes.toString('utf8', from, to).trimEnd();
      if (read && (token ?? text(0, 32)) === text(0, 32) && (serial ?? text(80, 96)) === text(80, 96)) return slot;
    }
    throw new Pkcs11Error('C_GetSlotList', Rv.tokenNotPresent);
  });
}

/**
 * Authenticates with the PIN. Login is a state of the token for the whole process, so a second caller is already
 * authenticated.
 */
async function logIn(call: Call, handle: number, pin: string): Promise<void> {
  const refused: readonly number[] = [Rv.pinIncorrect, Rv.pinInvalid, Rv.pinLenRange, Rv.pinExpired, Rv.pinLocked];
  await withMemory(async (memory) => {
    const secret = memory.copy(Buffer.from(pin));
    try {
      await call('C_Login', [handle, CKU_USER, secret.pointer, Buffer.byteLength(pin)], [Rv.userAlreadyLoggedIn]);
    } catch (error) {
      // Repeated attempts with a wrong PIN lock the token.
      if (error instanceof Pkcs11Error && refused.includes(error.rv))
        throw new KeyRefusedError(
          error.rv === Rv.pinLocked
            ? 'the PIN is locked'
            : error.rv === Rv.pinExpired
              ? 'the PIN has expired'
              : 'the PIN is wrong',
          { cause: error },
        );
      throw error;
    } finally {
      secret.bytes.fill(0);
    }
  });
}

export async function findObjects(
  call: Call,
  session: number,
  objectClass: number,
  { object, id }: { readonly object?: string | undefined; readonly id?: Buffer | undefined },
): Promise<number[]> {
  return withMemory(async (memory) => {
    const template: bigint[] = [];
    const add = (type: number, content: Uint8Array) => {
      const block = memory.copy(content);
      template.push(BigInt(type), block.pointer, BigInt(content.length));
    };
    add(Cka.class, memory.ulong(objectClass).bytes);
    if (object !== undefined) add(Cka.label, Buffer.from(object));
    if (id !== undefined) add(Cka.id, id);
    await call('C_FindObjectsInit', [session, memory.words(...template).pointer, template.length / 3]);
    try {
      const found = memory.allocate(4 * WORD);
      const count = memory.ulong();
      await call('C_FindObjects', [session, found.pointer, 4, count.pointer]);
      return Array.from({ length: Number(count.bytes.readBigUInt64LE()) }, (_, at) =>
        Number(found.bytes.readBigUInt64LE(at * WORD)),
      );
    } finally {
      await call('C_FindObjectsFinal', [session]).catch(() => {});
    }
  });
}

/** Returns an attribute's bytes, or undefined if the object does not have the attribute or does not reveal it. */
export async function attribute(
  call: Call,
  session: number,
  object: number,
  type: number,
): Promise<Buffer | undefined> {
  return withMemory(async (memory) => {
    // Reads the length first, then the value (§5.7).
    const length = memory.words(type, 0, 0);
    try {
      await call('C_GetAttributeValue', [session, object, length.pointer, 1]);
    } catch (error) {
      if (error instanceof Pkcs11Error) return undefined;
      throw error;
    }
    const size = Number(length.bytes.readBigInt64LE(2 * WORD));
    if (size <= 0 || size > 65_536) return undefined;
    const value = memory.allocate(size);
    await call('C_GetAttributeValue', [session, object, memory.words(type, value.pointer, size).pointer, 1]);
    return Buffer.from(value.bytes);
  });
}

/** Signs with C_SignInit and C_Sign. Returns the signature in the X.509 format. */
export async function sign(
  call: Call,
  { handle, key }: Session,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
): Promise<Buffer> {
  const prepared: Prepared = mechanismFor(algorithm, data);
  return withMemory(async (memory) => {
    const parameters = prepared.parameters.length > 0 ? memory.words(...prepared.parameters) : undefined;
    const mechanism = memory.words(prepared.mechanism, parameters?.pointer ?? 0, parameters?.bytes.length ?? 0);
    await call('C_SignInit', [handle, mechanism.pointer, key]);
    const input = memory.copy(prepared.input);
    const output = memory.allocate(MAX_SIGNATURE);
    const length = memory.ulong(MAX_SIGNATURE);
    await call('C_Sign', [handle, input.pointer, prepared.input.length, output.pointer, length.pointer]);
    const signature = Buffer.from(output.bytes.subarray(0, Number(length.bytes.readBigUInt64LE())));
    return algorithm.scheme === 'ecdsa' ? ecdsaDer(signature) : signature;
  });
}
