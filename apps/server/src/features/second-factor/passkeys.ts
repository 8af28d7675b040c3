/** A person's own passkeys: add, rename, remove. */
import type { Passkey, RegistrationResponse } from '@countersign/contract';
import { idBytes, newId } from '../../platform/crypto/ids.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isBound, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import { queueMail, recordOwn, selectUser } from '../accounts/index.ts';
import { MAX_PASSKEYS, type RelyingParty } from './domain.ts';
import { type Added, type FactorDependencies, factorAdded, factorRemoved, lockPerson } from './factors.ts';
import { deletePasskey, insertPasskey, type PasskeyRow, renamePasskeyRow, selectPasskeys } from './store.ts';
import { CHALLENGE_MS, descriptorOf, library, ownParty, takeChallenge, writeChallenge } from './webauthn.ts';

/**
 * The algorithms EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2). Every browser's authenticators support at least one
 * of them.
 */
const ALGORITHMS = [-8, -7, -257];

export async function listPasskeys({ uow }: FactorDependencies, principal: UserPrincipal): Promise<Passkey[]> {
  if (isBound(principal)) return [];
  const { userId } = principal;
  return (await uow.readAuth(selectPasskeys(userId))).map(passkeyView);
}

/** Returns options for navigator.credentials.create: a discoverable key, unlocked by face, fingerprint or PIN. */
export async function passkeyRegistrationOptions({ uow }: FactorDependencies, context: RequestContext<UserPrincipal>) {
  const { principal } = context;
  const party = ownParty(context);
  const { user, passkeys, challenge } = await uow.runAuth(async (tx) => {
    const [found] = await tx.query(selectUser(principal.userId));
    if (!found) throw new AppError('UNAUTHORIZED');
    const present = await tx.query(selectPasskeys(principal.userId));
    if (present.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
    return { user: found, passkeys: present, challenge: writeChallenge(tx, 'add', principal.userId) };
  });
  return {
    rp: { id: party.id, name: 'Countersign' },
    // The user handle must reveal nothing about the person (§14.6.1). The ID is random except for its creation time.
    user: { id: idBytes(user.id).toString('base64url'), name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

export async function addPasskey(
  dependencies: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  input: { name?: string | undefined; response: RegistrationResponse },
): Promise<Added & { passkey: Passkey }> {
  const { uow } = dependencies;
  const { principal } = context;
  const party = ownParty(context);
  const { clientDataJSON } = input.response.response;
  const challenge = await takeChallenge(dependencies, clientDataJSON, 'add', principal.userId);
  const made = challenge === undefined ? undefined : await verify(party, challenge, input.response);
  if (!made) throw new AppError('PASSKEY_REFUSED');
  return uow
    .runAuth(async (tx) => {
      const user = await lockPerson(tx, principal.userId);
      const present = await tx.query(selectPasskeys(user.id));
      if (present.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
      const row: PasskeyRow = {
        ...made,
        id: newId('passkey', tx.now),
        user_id: user.id,
        name: input.name ?? `Passkey ${present.length + 1}`,
        created_at: tx.now,
        last_used_at: null,
      };
      tx.write(
        insertPasskey({
          id: row.id,
          userId: user.id,
          credentialId: row.credential_id,
          publicKey: row.public_key,
          counter: row.counter,
          transports: row.transports,
          backedUp: row.backed_up,
          name: row.name,
          createdAt: tx.now,
        }),
      );
      const added = await factorAdded(tx, principal, 'passkey');
      await queueMail(uow, tx, { mail: 'passkey-added', to: user.email, name: user.name, detail: row.name });
      await recordOwn(uow, tx, context, {
        who: principal,
        action: 'user.passkey-added',
        more: {
          data: { passkey: row.id },
          fields: { name: row.name },
        },
      });
      return { ...added, passkey: passkeyView(row) };
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'passkeys_by_credential'))
        throw new AppError('PASSKEY_EXISTS', {}, { cause: error });
      throw error;
    });
}

type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'>;

async function verify(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: RegistrationResponse,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transports.filter((name) => /^[a-z-]+$/.test(name)),
      backed_up: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

export async function renamePasskey(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  passkeyId: string,
  { name }: { name: string },
): Promise<Passkey> {
  const { principal } = context;
  refuseForeignSession(principal);
  return uow.runAuth(async (tx) => {
    const [row] = await tx.query(renamePasskeyRow(principal.userId, passkeyId, name));
    if (!row) throw new AppError('PASSKEY_NOT_FOUND', { passkeyId });
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.passkey-renamed',
      more: {
        data: { passkey: passkeyId },
        fields: { name },
      },
    });
    return passkeyView(row);
  });
}

export async function removePasskey(
  { uow }: FactorDependencies,
  context: RequestContext<UserPrincipal>,
  passkeyId: string,
): Promise<void> {
  const { principal } = context;
  await uow.runAuth(async (tx) => {
    const user = await lockPerson(tx, principal.userId);
    const [deleted] = await tx.query(deletePasskey(user.id, passkeyId));
    if (!deleted) throw new AppError('PASSKEY_NOT_FOUND', { passkeyId });
    const last = await factorRemoved(tx, user.id);
    await queueMail(uow, tx, { mail: 'passkey-removed', to: user.email, name: user.name, detail: deleted.name });
    if (last) await queueMail(uow, tx, { mail: 'two-factor-off', to: user.email, name: user.name });
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.passkey-removed',
      more: { data: { passkey: passkeyId, last } },
    });
  });
}

function passkeyView(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    backed_up: row.backed_up,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
