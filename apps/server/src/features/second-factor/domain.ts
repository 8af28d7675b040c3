/** Pure functions that decide about second factors. */
import type { SecondFactorMethod } from '@countersign/contract';

/**
 * The validity of a code in seconds (RFC 6238 §5.2), and the number of steps by which a clock may be off in either
 * direction.
 */
export const TOTP_PERIOD = 30;
export const TOTP_WINDOW = 1;
const SETUP_MINUTES = 30;
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 20;

/** Crockford's alphabet, which avoids characters that are easily confused on paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LENGTH = 16;

/** Formats 80 random bits as four groups of four letters. */
export function formatRecoveryCode(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random) bits = (bits << 8n) | BigInt(byte);
  let code = '';
  for (let i = 0; i < RECOVERY_LENGTH; i += 1) {
    code = ALPHABET.charAt(Number(bits & 31n)) + code;
    bits >>= 5n;
  }
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Recognizes six digits as a code from an app, and sixteen letters as a recovery code. */
export function readCode(
  typed: string,
): { kind: Extract<SecondFactorMethod, 'totp' | 'recovery-code'>; code: string } | undefined {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  // Crockford's decoding reads o as 0, and i and l as 1.
  const letters = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  if (letters.length !== RECOVERY_LENGTH || [...letters].some((letter) => !ALPHABET.includes(letter))) return undefined;
  return { kind: 'recovery-code', code: letters };
}

export function isSetupOpen(row: { created_at: Date; confirmed_at: Date | null }, now: Date): boolean {
  return row.confirmed_at === null && now.getTime() - row.created_at.getTime() <= SETUP_MINUTES * 60_000;
}

/**
 * A passkey's signature counter must increase with each use (Web Authentication Level 3, §6.1.1). A counter that stays
 * the same or decreases indicates a cloned key. Passkeys without a counter always report zero.
 */
export function isCounterGood(stored: number, given: number): boolean {
  return given > stored || (given === 0 && stored === 0);
}

export type RelyingParty = { id: string; origin: string };

/**
 * Passkeys are created for this host (§5.1.2 "RP ID"), which is a domain and never a network address. Undefined if
 * there is no domain. `localhost` counts as a domain for browsers on this machine.
 */
export function relyingParty(baseUrl: string): RelyingParty | undefined {
  const url = new URL(baseUrl);
  if (/^127(\.\d+){3}$/.test(url.hostname) || url.hostname === '[::1]') url.hostname = 'localhost';
  if (url.hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(url.hostname)) return undefined;
  return { id: url.hostname, origin: url.origin };
}

/**
 * Returns the challenge in a response, or undefined if the response cannot be parsed. Whether the challenge is valid is
 * checked later, when it is looked up.
 */
export function readChallenge(clientDataJson: string): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as unknown;
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
