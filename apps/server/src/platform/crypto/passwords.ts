/** Hashes passwords with argon2id and the parameters that OWASP lists first (19 MiB, 2 passes, 1 lane). */
import { hash, verify } from '@node-rs/argon2';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash that is verified for unknown addresses, so that refusing them takes as long as refusing known addresses. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** Checks a password. Returns false for an incorrect password and for a missing account, in the same time. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'));
  return matches && stored !== null && stored !== undefined;
}
