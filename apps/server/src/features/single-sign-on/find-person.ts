/**
 * Creates a session from an identity provider's statement: finds, adds or creates the account, or asks its owner for
 * confirmation by e-mail.
 */
import { addressKey, domainOf, type Role } from '@countersign/contract';
import {
  insertMembership,
  insertUser,
  type NewSession,
  queueMail,
  recordOwn,
  selectAccounts,
  selectTenants,
  selectUser,
  selectUserByEmail,
  startSession,
} from '../accounts/index.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { requireSeat } from '../plans/index.ts';
import type { OwnOrganization, SsoDependencies } from './dependencies.ts';
import { decideReach, type Facts, type Identity } from './domain.ts';
import { SsoRefusal } from './refusal.ts';
import {
  deleteLink,
  deleteOldConfirmations,
  insertConfirmation,
  releaseSubject,
  selectDomainOwner,
  selectLink,
  selectLinkBySubject,
  selectMembership,
  type SsoRow,
  upsertLink,
} from './store.ts';

export type Outcome =
  | { kind: 'session'; session: NewSession }
  /**
   * An e-mail was sent to the person's address. The link in it works only in the browser that has this device secret.
   */
  | { kind: 'asked'; device: string };

type Login = { organization: OwnOrganization; row: SsoRow; identity: Identity };
type Account = NonNullable<Facts['account']> & { email: string };

const CONFIRMATION_HOURS = 1;

/** The transaction can be in any role. @throws SsoRefusal */
export async function findPerson(
  dependencies: SsoDependencies,
  tx: Tx,
  context: RequestContext,
  login: Login,
): Promise<Outcome> {
  const { organization, row, identity } = login;
  const { live } = organization;
  const account = await findAccount(tx, live, identity);
  tx.enter({ role: 'app', tenantId: live });
  const [link] = await tx.query(selectLink(live, account?.userId ?? ''));
  tx.enter({ role: 'auth' });
  const [owner] = await tx.query(selectDomainOwner(domainOf(account?.email ?? identity.email)));
  const reach = decideReach(identity, {
    settings: row.settings,
    trustGeneration: row.trust_generation,
    isDomainProved: owner?.tenant_id === live,
    account,
    link,
  });
  switch (reach.kind) {
    case 'refuse':
      throw new SsoRefusal(reach.reason);
    case 'confirm':
      return askPerson(dependencies, tx, context, login, account?.email ?? identity.email);
    case 'create': {
      const userId = await createAccount(dependencies, tx, context, live, identity);
      return logIn(dependencies, tx, context, login, { userId, joins: true, generation: null });
    }
    case 'join':
    case 'log-in':
      return logIn(dependencies, tx, context, login, {
        userId: reach.userId,
        joins: reach.kind === 'join',
        generation: null,
      });
  }
}

/** Looks up the provider's identifier first, then the address. */
async function findAccount(
  tx: Tx,
  live: string,
  { provider, subject, subjectAttribute, email }: Identity,
): Promise<Account | undefined> {
  tx.enter({ role: 'app', tenantId: live });
  const [link] = subject === null ? [] : await tx.query(selectLinkBySubject(live, provider, subjectAttribute, subject));
  tx.enter({ role: 'auth' });
  const linked = link && (await accountOf(tx, live, link.user_id));
  if (linked && linked.role !== null) return linked;
  const [user] = await tx.query(selectUserByEmail(addressKey(email)));
  return user && accountOf(tx, live, user.id);
}

async function accountOf(tx: Tx, live: string, userId: string): Promise<Account | undefined> {
  const [user] = await tx.query(selectUser(userId));
  const accounts = await tx.query(selectAccounts(userId));
  const role: Role | null = accounts.find(({ tenant_id: tenantId }) => tenantId === live)?.role ?? null;
  return user && { userId, role, email: user.email };
}

/** Mailboxes in a verified domain belong to the organization, so the address counts as confirmed. */
export async function createAccount(
  { uow }: SsoDependencies,
  tx: Tx,
  context: RequestContext,
  live: string,
  { email, name, method }: Pick<Identity, 'email' | 'name' | 'method'>,
): Promise<string> {
  tx.enter({ role: 'auth' });
  const userId = newId('user', tx.now);
  tx.write(
    insertUser({
      id: userId,
      email,
      emailKey: addressKey(email),
      name,
      passwordHash: null,
      createdAt: tx.now,
      emailVerifiedAt: tx.now,
    }),
  );
  await tx.flush();
  await recordOwn(uow, tx, context, {
    who: { tenantId: live, userId },
    action: 'user.registered',
    more: {
      data: { method },
      fields: { name, email },
      event: { kind: 'user.created', data: { userId, user: { id: userId, email, name } } },
    },
  });
  return userId;
}

/** Adds a missing membership, pins the subject, and starts the session, which is limited to this organization. */
export async function logIn(
  { uow }: SsoDependencies,
  tx: Tx,
  context: RequestContext,
  { organization: { live }, identity }: Pick<Login, 'organization' | 'identity'>,
  { userId, joins, generation }: { userId: string; joins: boolean; generation: number | null },
): Promise<Outcome> {
  const { method, role, isMultiFactor } = identity;
  const secondFactor = isMultiFactor ? 'identity-provider' : null;
  if (joins) {
    tx.enter({ role: 'app', tenantId: live });
    await requireSeat(tx, live);
  }
  tx.enter({ role: 'auth' });
  if (joins) {
    await refuseDeactivated(tx, live, userId);
    for (const { tenant_id: tenantId } of await tx.query(selectTenants(live)))
      tx.write(insertMembership(tenantId, userId, role, tx.now));
    await recordOwn(uow, tx, context, {
      who: { tenantId: live, userId },
      action: 'member.joined-by-sso',
      more: { data: { role, method } },
    });
  }
  if (identity.subject !== null)
    await pinSubject(tx, live, { ...identity, subject: identity.subject }, { userId, joins, generation });
  tx.enter({ role: 'auth' });
  const provedAt = identity.authenticatedAt;
  const session = await startSession(uow, tx, context, { userId, method, tenantId: live, secondFactor, provedAt });
  return { kind: 'session', session };
}

/** An administrator deactivated the member. The provider cannot override that. @throws SsoRefusal not-a-member */
async function refuseDeactivated(tx: Tx, live: string, userId: string): Promise<void> {
  const [member] = await tx.query(selectMembership(live, userId));
  if (member) throw new SsoRefusal('not-a-member');
}

/** If a concurrent sign-in has pinned a subject, that pin stays. @throws SsoRefusal another-subject */
async function pinSubject(
  tx: Tx,
  live: string,
  { provider, subjectAttribute, subject }: Identity & { subject: string },
  { userId, joins, generation }: { userId: string; joins: boolean; generation: number | null },
): Promise<void> {
  tx.enter({ role: 'app', tenantId: live });
  if (joins) tx.write(deleteLink(live, userId));
  let [named] = await tx.query(selectLinkBySubject(live, provider, subjectAttribute, subject));
  if (named && (await tx.query(selectMembership(live, named.user_id))).length === 0) {
    tx.write(releaseSubject(live, provider, subjectAttribute, subject, named.user_id));
    named = undefined;
  }
  const isAnother = named !== undefined && named.user_id !== userId;
  const [pinned] = isAnother
    ? []
    : await tx.query(
        upsertLink({
          tenantId: live,
          userId,
          provider,
          subjectAttribute,
          subject,
          trustGeneration: generation,
          now: tx.now,
        }),
      );
  if (!pinned) throw new SsoRefusal('another-subject');
}

/**
 * The response is identical for addresses with and without an account, so neither the browser nor the provider can tell
 * the difference.
 */
async function askPerson(
  { uow }: SsoDependencies,
  tx: Tx,
  context: RequestContext,
  { organization: { live, name: organization, id: organizationId }, row, identity }: Login,
  email: string,
): Promise<Outcome> {
  const { method, provider, subject, name, role, isMultiFactor } = identity;
  const id = newId('ssoConfirmation', tx.now);
  const device =
    context.device !== undefined && /^[A-Za-z0-9_-]{43}$/.test(context.device) ? context.device : randomToken();
  const expires = new Date(tx.now.getTime() + CONFIRMATION_HOURS * 3_600_000);
  tx.enter({ role: 'app', tenantId: live });
  tx.write(deleteOldConfirmations(live, tx.now));
  tx.write(
    insertConfirmation({
      tenantId: live,
      id,
      email,
      emailKey: addressKey(email),
      name,
      role,
      method,
      provider,
      subject,
      generation: row.trust_generation,
      isMultiFactor,
      deviceHash: hashToken(device),
      createdAt: tx.now,
      expiresAt: expires,
    }),
  );
  await uow.recorder.record(tx, live, live, {
    action: 'sso.asked',
    actor: { kind: 'system', id: 'single-sign-on' },
    target: { kind: 'organization', id: organizationId },
    data: { confirmation: id },
    personal: { personId: id, fields: { email, address: context.address } },
  });
  await queueMail(uow, tx, { mail: 'confirm-sso', to: email, name, linkId: id, tenantId: live, organization });
  return { kind: 'asked', device };
}
