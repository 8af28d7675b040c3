/**
 * Registration without an invitation, and confirmation of an address. No account exists and no address is taken until
 * the link from the e-mail is opened. Known and unknown addresses therefore get the same response (one hash, one row,
 * one job). The link finishes a registration only in the browser that began it, or with the password chosen then, so an
 * attacker cannot set up an account and let the owner of the address confirm it.
 */
import { addressKey } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { checkPassword, hashPassword } from '../../platform/crypto/passwords.ts';
import { constantTimeEqual, hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { queueMail } from './account-mail.ts';
import { accountBucket, addressBucket, resetAttempts, takeAttempt } from './attempts.ts';
import { type LoginOutcome, startLogin } from './login-steps.ts';
import { readEmailLink, readRegistrationLink } from './mail-links.ts';
import { writeOrganization } from './new-organization.ts';
import { DEFAULT_MIN_LENGTH, refuseWeakPassword } from './password-policy.ts';
import {
  deleteOldRegistrations,
  insertRegistration,
  type RegistrationRow,
  selectDevice,
  selectEmailToken,
  selectRegistration,
  useEmailToken,
  useRegistration,
} from './proof-store.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { type NewSession, readDevice, startSession } from './session-start.ts';
import { insertUser, selectAccounts, selectOperatorTenant, selectUser, updateVerified } from './store.ts';

const REGISTRATION_HOURS = 48;

export type RegisterInput = { email: string; password: string; name: string; organizationName?: string | undefined };

export async function register(
  { uow, registration }: AccountDependencies,
  context: RequestContext,
  input: RegisterInput,
): Promise<{ device: string; expiresAt: string }> {
  const [operator] = await uow.readAuth(selectOperatorTenant());
  // Before set-up, the service has no operator.
  if (registration !== 'open' || !operator) throw new AppError('REGISTRATION_CLOSED');
  const { email, name } = input;
  const organization = input.organizationName ?? name;
  await refuseWeakPassword(input.password, {
    minLength: DEFAULT_MIN_LENGTH,
    name,
    email,
    organizations: [organization],
  });
  const hash = await hashPassword(input.password);
  const device = readDevice(context) ?? randomToken();
  return uow.runAuth(async (tx) => {
    const id = newId('registration', tx.now);
    const expiresAt = new Date(tx.now.getTime() + REGISTRATION_HOURS * 3_600_000);
    tx.write(deleteOldRegistrations(tx.now));
    tx.write(
      insertRegistration({
        id,
        email,
        emailKey: addressKey(email),
        name,
        organization,
        passwordHash: hash,
        deviceHash: hashToken(device),
        createdAt: tx.now,
        expiresAt,
      }),
    );
    await queueMail(uow, tx, { mail: 'registration', to: email, name, linkId: id });
    return { device, expiresAt: expiresAt.toISOString() };
  });
}

/** Only queues the e-mail, so the response reveals nothing. The job checks whether the address has an account. */
export async function resendVerification(
  { uow }: AccountDependencies,
  _context: RequestContext,
  { email }: { email: string },
): Promise<void> {
  await uow.runAuth((tx) =>
    queueMail(uow, tx, { mail: 'resend-verification', to: email, linkId: newId('emailToken', tx.now) }),
  );
}

/** Finishes a registration, or confirms the unconfirmed address of an account. Signs the person in. */
export async function verifyEmail(
  dependencies: AccountDependencies,
  context: RequestContext,
  input: { token: string; password?: string | undefined },
): Promise<LoginOutcome> {
  const { linkKey } = dependencies;
  const registration = readRegistrationLink(linkKey, input.token);
  if (registration)
    return { kind: 'session', session: await finishRegistration(dependencies, context, registration, input.password) };
  const link = readEmailLink(linkKey, 'verify-email', input.token);
  if (link) return proveAddress(dependencies, context, link, input.password);
  throw new AppError('MAIL_LINK_INVALID');
}

async function finishRegistration(
  dependencies: AccountDependencies,
  context: RequestContext,
  id: string,
  password: string | undefined,
): Promise<NewSession> {
  const { uow } = dependencies;
  const [row] = await uow.readAuth(selectRegistration(id, uow.now()));
  if (!row) throw new AppError('MAIL_LINK_INVALID');
  const device = readDevice(context);
  const sameBrowser = device !== undefined && constantTimeEqual(hashToken(device), row.device_hash);
  if (!sameBrowser) await provePasswordOf(dependencies, context, row.email_key, row.password_hash, password);
  return uow
    .runAuth((tx) => makeAccount(dependencies, tx, context, row))
    .catch((error: unknown) => {
      // Another registration or an invitation confirmed this address first.
      if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('ACCOUNT_EXISTS', {}, { cause: error });
      throw error;
    });
}

async function makeAccount(
  { uow, startingPlan }: AccountDependencies,
  tx: Tx,
  context: RequestContext,
  row: RegistrationRow,
): Promise<NewSession> {
  const [used] = await tx.query(useRegistration(row.id, tx.now));
  if (!used) throw new AppError('MAIL_LINK_INVALID');
  const userId = newId('user', tx.now);
  tx.write(
    insertUser({
      id: userId,
      email: row.email,
      emailKey: row.email_key,
      name: row.name,
      passwordHash: row.password_hash,
      createdAt: tx.now,
      emailVerifiedAt: tx.now,
    }),
  );
  const made = writeOrganization(tx, {
    name: row.organization,
    ownerId: userId,
    isOperator: false,
    plan: startingPlan,
  });
  const session = await startSession(uow, tx, context, { userId, method: 'password' });
  await recordOwn(uow, tx, context, {
    who: { tenantId: made.live, userId },
    action: 'user.registered',
    more: {
      data: { organization: made.id },
      fields: { name: row.name, email: row.email },
      event: { kind: 'user.created', data: { userId, user: { id: userId, email: row.email, name: row.name } } },
    },
  });
  return session;
}

/** Confirms the address of the owner who was created during set-up. */
async function proveAddress(
  dependencies: AccountDependencies,
  context: RequestContext,
  id: string,
  password: string | undefined,
): Promise<LoginOutcome> {
  const { uow } = dependencies;
  const device = readDevice(context);
  const { user, known } = await uow.runAuth(async (tx) => {
    const [link] = await tx.query(selectEmailToken(id, 'verify-email', tx.now));
    const [found] = link ? await tx.query(selectUser(link.user_id)) : [];
    const [seen] = await tx.query(selectDevice(found?.id ?? '', hashToken(device ?? '')));
    return { user: found?.email === link?.email ? found : undefined, known: seen?.found === true };
  });
  if (!user) throw new AppError('MAIL_LINK_INVALID');
  if (!known) await provePasswordOf(dependencies, context, addressKey(user.email), user.password_hash, password);
  return uow.runAuth(async (tx) => {
    const [used] = await tx.query(useEmailToken(id, 'verify-email', tx.now));
    if (!used) throw new AppError('MAIL_LINK_INVALID');
    tx.write(updateVerified(user.id, tx.now));
    const outcome = await startLogin(uow, tx, context, user);
    const [account] = await tx.query(selectAccounts(user.id));
    if (account)
      await recordOwn(uow, tx, context, {
        who: { tenantId: account.tenant_id, userId: user.id },
        action: 'user.email-verified',
      });
    return outcome;
  });
}

/** If the link is opened in a different browser, requires the password that was chosen at registration. */
async function provePasswordOf(
  { uow }: AccountDependencies,
  context: RequestContext,
  emailKey: string,
  hash: string | null,
  password: string | undefined,
): Promise<void> {
  if (password === undefined)
    throw invalid('password', 'is required, because you registered in a different browser', 'password_required');
  const buckets = [accountBucket(emailKey), addressBucket(context.address)];
  await takeAttempt(uow, buckets);
  if (!(await checkPassword(hash, password))) throw new AppError('WRONG_PASSWORD');
  await uow.runAuth(async (tx) => resetAttempts(tx, buckets));
}
