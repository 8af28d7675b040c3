import { integer, octetString, sequence, Tag } from './der.ts';
import { readDer, readSmallInteger } from './der-reader.ts';
import { orUndefined, PkiError } from './errors.ts';

/** An entry of a hash-chained audit trail, given by its number in the chain and its SHA-256 in hexadecimal. */
export type TrailPosition = { readonly sequence: number; readonly hash: string };

const HASH = /^[0-9a-f]{64}$/;

/**
 * AuditTrailPosition ::= SEQUENCE { sequence INTEGER (0..MAX), hash OCTET STRING (SIZE (32)) }
 * Defined in docs/understand/trail-binding.md.
 * @throws PkiError invalid_argument
 */
export function encodeTrailPosition({ sequence: number, hash }: TrailPosition): Buffer {
  if (!Number.isSafeInteger(number) || number < 0 || !HASH.test(hash))
    throw new PkiError('invalid_argument', 'a trail position must have a number of 0 or more and a SHA-256 hash');
  return sequence(integer(number), octetString(Buffer.from(hash, 'hex')));
}

/**
 * Reads an AuditTrailPosition. Returns `undefined` for anything that is not exactly one AuditTrailPosition. Never
 * throws.
 */
export function readTrailPosition(der: Uint8Array): TrailPosition | undefined {
  return orUndefined(() => {
    const fields = readDer(der, Tag.sequence).children();
    const number = readSmallInteger(fields.next(Tag.integer));
    const hash = fields.next(Tag.octetString).content.toString('hex');
    fields.end();
    if (number < 0 || !HASH.test(hash)) throw new PkiError('malformed_der', 'it is not a trail position');
    return { sequence: number, hash };
  });
}
