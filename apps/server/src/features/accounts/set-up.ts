/** Set-up: the operator's organization and its owner, by the link that the server printed. */
import { addressKey } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { constantTimeEqual, hashToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { queueMail } from './account-mail.ts';
import { writeOrganization } from './new-organization.ts';
import { DEFAULT_MIN_LENGTH, refuseWeakPassword } from './password-policy.ts';
import { insertEmailToken } from './proof-store.ts';
import { type AccountDependencies, recordIn } from './records.ts';
import { type NewSession, startSession } from './session-start.ts';
import { insertUser, lockInstallation, selectHasOrganization, updateSetupToken } from './store.ts';

const VERIFY_HOURS = 48;

export async function needsSetup({ uow }: AccountDependencies): Promise<boolean> {
  const [row] = await uow.readAuth(selectHasOrganization());
  return !row?.found;
}

/**
 * Makes the operator's organization with its two tenants and its owner, and logs the owner in. The link works once. It proves
 * that its holder sees the server's console, not that the address typed is theirs: mail to it does (ADR 19).
 */
export async function setUp(
  { uow }: AccountDependencies,
  context: RequestContext,
  input: { token: string; organization: string; name: string; email: string; password: string },
): Promise<NewSession> {
  // Before anything is hashed: whoever comes late learns so, whatever else is wrong.
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
    const userId = newId('user', tx.now);
    tx.write(
      insertUser({
        id: userId,
        email,
        emailKey: addressKey(email),
        name,
        passwordHash,
        createdAt: tx.now,
        emailVerifiedAt: null,
      }),
    );
    const made = writeOrganization(tx, {
      name: input.organization,
      ownerId: userId,
      isOperator: true,
      plan: 'enterprise',
    });
    tx.write(updateSetupToken(null));
    const session = await startSession(uow, tx, context, { userId, method: 'password' });
    const linkId = newId('emailToken', tx.now);
    const expires = new Date(tx.now.getTime() + VERIFY_HOURS * 3_600_000);
    tx.write(insertEmailToken(linkId, 'verify-email', userId, email, tx.now, expires));
    await queueMail(uow, tx, { mail: 'verify-email', to: email, name, linkId });
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

async function judgeLink(tx: Tx, token: string): Promise<void> {
  const [[installation], [organization]] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
  if (organization?.found) throw new AppError('SETUP_DONE');
  const expected = installation?.setup_token_hash;
  if (!expected || !constantTimeEqual(hashToken(token), expected)) throw new AppError('SETUP_LINK_INVALID');
}
