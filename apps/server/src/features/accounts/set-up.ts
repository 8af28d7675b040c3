/** Set-up: creates the operator's organization and its owner with the link that the server printed. */
import { addressKey, type Id } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import type { Party } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { queueMail } from './account-mail.ts';
import { mailLink } from './mail-links.ts';
import { type NewOrganization, writeOrganization } from './new-organization.ts';
import { DEFAULT_MIN_LENGTH, refuseWeakPassword } from './password-policy.ts';
import { insertEmailToken } from './proof-store.ts';
import { type AccountDependencies, recordIn } from './records.ts';
import { type NewSession, startSession } from './session-start.ts';
import { insertUser, lockInstallation, selectHasOrganization, updateSetupToken } from './store.ts';

const LINK_HOURS = 48;

export async function needsSetup({ uow }: Pick<AccountDependencies, 'uow'>): Promise<boolean> {
  const [row] = await uow.readAuth(selectHasOrganization());
  return !row?.found;
}

/**
 * Creates the operator's organization with its two tenants and its owner, and signs the owner in. The link works once.
 * It proves access to the server's console, but not ownership of the typed address. An e-mail confirms the address (ADR
 * 19).
 */
export async function setUp(
  { uow }: AccountDependencies,
  context: RequestContext,
  input: { token: string; organization: string; name: string; email: string; password: string },
): Promise<NewSession> {
  // The link is checked before the password, so a caller who is too late gets this error even if the rest of the input
  // is invalid.
  await uow.runAuth((tx) => judgeLink(tx, input.token));
  const { email, name } = input;
  await refuseWeakPassword(input.password, {
    minLength: DEFAULT_MIN_LENGTH,
    name,
    email,
    organizations: [input.organization],
  });
  const passwordHash = await hashPassword(input.password);
  return uow.runAuth(async (tx) => {
    await judgeLink(tx, input.token);
    const { userId, made } = writeFirst(tx, { organization: input.organization, name, email, passwordHash });
    const session = await startSession(uow, tx, context, { userId, method: 'password' });
    await mailVerification(uow, tx, { userId, name, email });
    const actor = { kind: 'user', id: userId } as const;
    await recordIn(uow, tx, context, made.live, {
      action: 'installation.set-up',
      actor,
      target: { kind: 'organization', id: made.id },
      fields: { name, email },
      event: { kind: 'user.created', data: { userId, user: { id: userId, email, name } } },
    });
    return session;
  });
}

export type FirstOwner = { organization: string; name: string; email: string };

/**
 * Performs set-up from a command or from container settings, without the set-up page. If no password is given, the
 * owner chooses one with the link. Leaves the transaction in the `app` role.
 *
 * @throws AppError SETUP_DONE if an organization already exists
 */
export async function setUpUnattended(
  { uow, linkKey }: Pick<AccountDependencies, 'uow' | 'linkKey'>,
  tx: Tx,
  { actor, baseUrl, ...input }: FirstOwner & { passwordHash: string | null; actor: Party; baseUrl: string },
) {
  const [, [organization]] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
  if (organization?.found) throw new AppError('SETUP_DONE');
  const { email, name } = input;
  const { userId, made } = writeFirst(tx, input);
  await mailVerification(uow, tx, { userId, name, email });
  const password = input.passwordHash === null ? writePasswordLink(tx, { userId, email }) : undefined;
  await recordIn(uow, tx, FROM_HERE, made.live, {
    action: 'installation.set-up',
    actor,
    target: { kind: 'organization', id: made.id },
    personId: userId,
    fields: { name, email },
    event: { kind: 'user.created', data: { userId, user: { id: userId, email, name } } },
  });
  const passwordLink = password && {
    url: mailLink(linkKey, baseUrl, 'reset-password', password.id),
    expires: password.expires,
  };
  return { userId, made, passwordLink };
}

/**
 * Set-up from a command has no HTTP request and therefore no network address, because the operator works on the server
 * itself.
 */
const FROM_HERE = { address: '', userAgent: '' };

function writeFirst(
  tx: Tx,
  { organization, name, email, passwordHash }: FirstOwner & { passwordHash: string | null },
): { userId: Id<'user'>; made: NewOrganization } {
  const userId = newId('user', tx.now);
  const emailKey = addressKey(email);
  tx.write(insertUser({ id: userId, email, emailKey, name, passwordHash, createdAt: tx.now, emailVerifiedAt: null }));
  const made = writeOrganization(tx, { name: organization, ownerId: userId, isOperator: true, plan: 'enterprise' });
  tx.write(updateSetupToken(null));
  return { userId, made };
}

async function mailVerification(
  uow: UnitOfWork,
  tx: Tx,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<void> {
  const linkId = newId('emailToken', tx.now);
  tx.write(insertEmailToken(linkId, 'verify-email', userId, email, tx.now, hoursAfter(tx.now)));
  await queueMail(uow, tx, { mail: 'verify-email', to: email, name, linkId });
}

function writePasswordLink(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const id = newId('emailToken', tx.now);
  const expires = hoursAfter(tx.now);
  tx.write(insertEmailToken(id, 'reset-password', userId, email, tx.now, expires));
  return { id, expires };
}

const hoursAfter = (now: Date): Date => new Date(now.getTime() + LINK_HOURS * 3_600_000);

async function judgeLink(tx: Tx, token: string): Promise<void> {
  const [[installation], [organization]] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
  if (organization?.found) throw new AppError('SETUP_DONE');
  const expected = installation?.setup_token_hash;
  if (!expected || !constantTimeEqual(hashToken(token), expected)) throw new AppError('SETUP_LINK_INVALID');
}
