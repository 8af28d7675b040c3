/**
 * Challenges and responses of passkeys (Web Authentication Level 3). Each challenge is for one purpose and one person,
 * single-use, and valid for five minutes.
 */
import type { AuthenticationResponse } from '@countersign/contract';
import { idBytes } from '../../platform/crypto/ids.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { isCounterGood, readChallenge, type RelyingParty, relyingParty } from './domain.ts';
import { type FactorDependencies, recordRefused } from './factors.ts';
import {
  type ChallengePurpose,
  deleteOldChallenges,
  insertChallenge,
  type PasskeyRow,
  selectPasskeyByCredential,
  useChallenge,
  usePasskey,
} from './store.ts';

export const CHALLENGE_MS = 5 * 60_000;

/** Loads the library on first use, because it and its certificate parser take a third of a second to load. */
export const library = () => import('@simplewebauthn/server');

export function ownParty({ baseUrl }: RequestContext): RelyingParty {
  const party = relyingParty(baseUrl);
  if (!party) throw new AppError('PASSKEYS_UNAVAILABLE');
  return party;
}

/** Stores only the hash of the challenge. */
export function writeChallenge(tx: Tx, purpose: ChallengePurpose, userId: string | null): string {
  const challenge = randomToken();
  tx.write(deleteOldChallenges(tx.now));
  tx.write(insertChallenge(hashToken(challenge), purpose, userId, new Date(tx.now.getTime() + CHALLENGE_MS)));
  return challenge;
}

/**
 * Consumes the challenge of a response, even if the response is invalid. Returns undefined for an unknown or used
 * challenge.
 */
export async function takeChallenge(
  { uow }: Pick<FactorDependencies, 'uow'>,
  clientDataJson: string,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined) return undefined;
  const [taken] = await uow.runAuth((tx) => tx.query(useChallenge(hashToken(challenge), purpose, userId, tx.now)));
  return taken && challenge;
}

export const descriptorOf = ({ credential_id: id, transports }: PasskeyRow) => ({
  id: id.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/**
 * Returns the options for navigator.credentials.get. Without a list of passkeys, the browser offers all passkeys that
 * it has for this host.
 */
export async function authenticationOptions(
  { uow }: Pick<FactorDependencies, 'uow'>,
  context: RequestContext,
  purpose: ChallengePurpose,
  of: { userId: string; passkeys: readonly PasskeyRow[] } | undefined,
) {
  const party = ownParty(context);
  return {
    challenge: await uow.runAuth(async (tx) => writeChallenge(tx, purpose, of?.userId ?? null)),
    rpId: party.id,
    timeout: CHALLENGE_MS,
    userVerification: 'required' as const,
    ...(of && { allowCredentials: of.passkeys.map(descriptorOf) }),
  };
}

/**
 * Verifies a response and runs `then` in the transaction that records the use. User verification (face, finger, PIN) is
 * always required, so a passkey counts as two factors. Throws PASSKEY_REFUSED for an unknown challenge, an unknown key
 * and a wrong signature alike. If the key is known, the refusal is recorded.
 */
export async function proveAssertion<T>(
  dependencies: FactorDependencies,
  context: RequestContext,
  { purpose, userId, response }: { purpose: ChallengePurpose; userId: string | null; response: AuthenticationResponse },
  then: (tx: Tx, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  const { uow } = dependencies;
  const party = ownParty(context);
  const challenge = await takeChallenge(dependencies, response.response.clientDataJSON, purpose, userId);
  const [passkey] = await uow.runAuth((tx) =>
    tx.query(selectPasskeyByCredential(Buffer.from(response.id, 'base64url'))),
  );
  if (challenge === undefined || !passkey || !isOf(passkey, userId, response)) throw new AppError('PASSKEY_REFUSED');
  const proof = await verify(passkey, party, challenge, response);
  const reason =
    proof === undefined ? 'signature' : isCounterGood(passkey.counter, proof.counter) ? undefined : 'counter';
  const done = await uow.runAuth(async (tx) => {
    const [used] =
      proof && reason === undefined
        ? await tx.query(usePasskey(passkey.id, proof.counter, proof.backedUp, tx.now))
        : [];
    if (used) return { value: await then(tx, passkey) };
    await recordRefused(dependencies, tx, context, {
      userId: passkey.user_id,
      action: 'user.passkey-refused',
      data: {
        passkey: passkey.id,
        reason: reason ?? 'counter',
      },
    });
    return undefined;
  });
  if (!done) throw new AppError('PASSKEY_REFUSED');
  return done.value;
}

/** A user handle in the response must be that of the passkey's owner (§7.2 step 6). */
function isOf(
  passkey: PasskeyRow,
  userId: string | null,
  { response: { userHandle } }: AuthenticationResponse,
): boolean {
  const owner = passkey.user_id;
  if (userId !== null && owner !== userId) return false;
  if (userHandle === undefined) return userId !== null;
  return userHandle === idBytes(owner).toString('base64url');
}

async function verify(
  passkey: PasskeyRow,
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: AuthenticationResponse,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library gets 0 as the counter, because the real counter is checked later, under the row's lock.
      credential: { id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
    });
    return verified
      ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
      : undefined;
  } catch {
    // Any error is caused by the caller's input, and the caller always gets the same response.
    return undefined;
  }
}
