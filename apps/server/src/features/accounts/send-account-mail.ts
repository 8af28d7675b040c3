/**
 * Sends one account e-mail. Without a mail server, the e-mail is stored in the built-in mailbox of the operator's
 * organization.
 */
import { addressKey } from '@countersign/contract';
import { accountMail, type AccountMailKind, speech, startsRecovery } from '../mail/index.ts';
import { bounceOf, deliver, type DeliveryDependencies } from '../notifications/index.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type AccountMail, accountMailJob } from './account-mail-job.ts';
import { continuations } from './reactions.ts';
import { mailLink } from './mail-links.ts';
import { mailBucket, mayAttempt } from './attempts.ts';
import { insertEmailToken, selectEmailToken, selectLatestRegistration, selectRegistration } from './proof-store.ts';
import {
  markInvitationBounced,
  selectLocaleOfTenant,
  selectMayReset,
  selectOperatorTenant,
  selectUserByEmail,
} from './store.ts';

const RESET_MINUTES = 15;
const FIRST_PASSWORD_DAYS = 14;
const RECOVERY_DAYS = 7;
const VERIFY_HOURS = 48;
const HOUR_MS = 3_600_000;

export type AccountMailDependencies = DeliveryDependencies & { uow: UnitOfWork; linkKey: SecretKey };

const ASKED_BY_ANYBODY: ReadonlySet<string> = new Set([
  'registration',
  'resend-verification',
  'forgot-password',
  'confirm-sso',
]);

type Decided = { kind: AccountMailKind; name: string; link: string };

export function accountMailHandler(dependencies: AccountMailDependencies): JobHandler<AccountMail> {
  const { uow } = dependencies;
  return {
    definition: accountMailJob,
    run: async (job) => {
      const { payload, attempt } = job;
      if (ASKED_BY_ANYBODY.has(payload.mail) && attempt === 1 && !payload.isPlaced) {
        if (!(await mayAttempt(uow, [mailBucket(addressKey(payload.to), payload.tenantId ?? '')]))) return;
      }
      const decided = await decide(dependencies, payload);
      if (!decided) return;
      const { organization, wishes, timeZone } = await readerOf(uow, payload);
      const content = accountMail({
        kind: decided.kind,
        speech: speech(...wishes).inZone(timeZone),
        brand: { organization: payload.organization ?? organization, productName: 'Countersign' },
        recipient: { name: decided.name, email: payload.to },
        link: decided.link,
        by: payload.by ?? '',
        detail: payload.detail ?? '',
        at: uow.now(),
      });
      const mail = { to: { name: decided.name, address: payload.to }, ...content };
      await deliver(dependencies, job, {
        kind: decided.kind,
        mail,
        isLive: true,
        sender: payload.tenantId ?? undefined,
        later: payload.isPlaced
          ? undefined
          : (tx, runAt) => uow.recorder.start(tx, job.tenantId, continuations.postponed, { payload, runAt }),
      });
    },
    dead: ({ payload }, error) => noteBounce(uow, payload, error),
  };
}

/** A bounced invitation is shown in the list of invitations. Bounces of other account e-mails are not shown. */
async function noteBounce(uow: UnitOfWork, { mail, tenantId, linkId }: AccountMail, error: unknown): Promise<void> {
  const bounce = bounceOf(error);
  if (mail !== 'invitation' || tenantId === null || linkId === null || !bounce) return;
  await uow.run(tenantId, async (tx) => {
    const [open] = await tx.query(markInvitationBounced(tenantId, linkId, bounce.reason));
    if (!open) return;
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'invitation.bounced',
      actor: { kind: 'system', id: 'mail' },
      target: { kind: 'invitation', id: linkId },
      data: { reason: bounce.reason },
    });
  });
}

/**
 * Chooses the language of the e-mail: the reader's language if it is known, otherwise the inviter's, otherwise the
 * installation's.
 */
async function readerOf(
  uow: UnitOfWork,
  { to, tenantId }: AccountMail,
): Promise<{ organization: string; wishes: (string | null | undefined)[]; timeZone: string | null }> {
  return uow.runAuth(async (tx) => {
    const [[user], [inviting], [operator]] = await tx.queryAll([
      selectUserByEmail(addressKey(to)),
      selectLocaleOfTenant(tenantId ?? ''),
      selectOperatorTenant(),
    ]);
    return {
      organization: operator?.organization ?? '',
      timeZone: user?.time_zone ?? null,
      wishes: [user?.locale, inviting?.locale, operator?.locale],
    };
  });
}

async function decide(dependencies: AccountMailDependencies, mail: AccountMail): Promise<Decided | undefined> {
  const { linkKey } = dependencies;
  const base = dependencies.baseUrl();
  const linkId = mail.linkId ?? '';
  switch (mail.mail) {
    case 'registration':
    case 'resend-verification':
      return decideRegistration(dependencies, mail, base);
    case 'forgot-password':
    case 'reset-password':
      return decideReset(dependencies, mail, base);
    case 'account-created':
      return decideFirstPassword(dependencies, mail, base);
    case 'invitation':
      return {
        kind: mail.mail,
        name: mail.name,
        link: mailLink(linkKey, base, 'invitation', mail.tenantId ?? '', linkId),
      };
    case 'confirm-sso':
      return {
        kind: mail.mail,
        name: mail.name,
        link: mailLink(linkKey, base, mail.mail, mail.tenantId ?? '', linkId),
      };
    case 'verify-email':
      return { kind: mail.mail, name: mail.name, link: mailLink(linkKey, base, 'verify-email', linkId) };
    case 'change-email': {
      const [taken] = await dependencies.uow.readAuth(selectUserByEmail(addressKey(mail.to)));
      if (taken) return { kind: 'account-exists', name: taken.name, link: `${base}/login` };
      return { kind: mail.mail, name: mail.name, link: mailLink(linkKey, base, 'change-email', linkId) };
    }
    case 'email-changed':
      return { kind: mail.mail, name: mail.name, link: mailLink(linkKey, base, 'undo-email-change', linkId) };
    case 'payment-failed':
    case 'plan-suspended':
      return { kind: mail.mail, name: mail.name, link: `${base}/settings/billing` };
    case 'sub-processors-changed':
      return { kind: mail.mail, name: mail.name, link: `${base}/settings/data-protection` };
    case 'export-ready':
      return { kind: mail.mail, name: mail.name, link: `${base}/settings/data` };
    case 'incident-reported':
    case 'incident-due':
    case 'incident-overdue':
      return { kind: mail.mail, name: mail.name, link: `${base}/settings/incidents/${linkId}` };
    default:
      if (startsRecovery(mail.mail)) return decideNotice(dependencies, { ...mail, mail: mail.mail }, base);
      return { kind: mail.mail, name: mail.name, link: `${base}/login` };
  }
}

/** A notice sent to the account's own address contains the link that starts a recovery. */
async function decideNotice(
  { uow, linkKey }: AccountMailDependencies,
  { mail: kind, to, name }: AccountMail & { mail: AccountMailKind },
  base: string,
): Promise<Decided> {
  return uow.runAuth(async (tx) => {
    const [user] = await tx.query(selectUserByEmail(addressKey(to)));
    if (!user) return { kind, name, link: `${base}/login` };
    const id = newId('emailToken', tx.now);
    const expires = new Date(tx.now.getTime() + RECOVERY_DAYS * 24 * HOUR_MS);
    tx.write(insertEmailToken(id, 'recover-account', user.id, user.email, tx.now, expires));
    return { kind, name, link: mailLink(linkKey, base, 'recover-account', id) };
  });
}

/**
 * A person with a known address is notified that an account already exists. An unknown address receives the
 * registration link.
 */
async function decideRegistration(
  { uow, linkKey }: AccountMailDependencies,
  { mail, to, linkId }: AccountMail,
  base: string,
): Promise<Decided | undefined> {
  const emailKey = addressKey(to);
  return uow.runAuth(async (tx) => {
    const [registration] =
      mail === 'registration'
        ? await tx.query(selectRegistration(linkId ?? '', tx.now))
        : await tx.query(selectLatestRegistration(emailKey, tx.now));
    const [user] = await tx.query(selectUserByEmail(emailKey));
    if (user && mail === 'resend-verification') {
      if (user.email_verified_at || !linkId) return undefined;
      const expires = new Date(tx.now.getTime() + VERIFY_HOURS * HOUR_MS);
      tx.write(insertEmailToken(linkId, 'verify-email', user.id, user.email, tx.now, expires));
      return { kind: 'verify-email', name: user.name, link: mailLink(linkKey, base, 'verify-email', linkId) };
    }
    if (!registration) return undefined;
    if (user) return { kind: 'account-exists', name: user.name, link: `${base}/login` };
    return {
      kind: 'confirm-registration',
      name: registration.name,
      link: mailLink(linkKey, base, 'registration', registration.id),
    };
  });
}

/**
 * The e-mail for an account created by someone else contains the single sign-on address, or a link to set the first
 * password, which is valid for as long as an invitation.
 */
async function decideFirstPassword(
  { uow, linkKey }: AccountMailDependencies,
  { to, linkId }: AccountMail,
  base: string,
): Promise<Decided | undefined> {
  return uow.runAuth(async (tx) => {
    const [user] = await tx.query(selectUserByEmail(addressKey(to)));
    if (!user || !linkId || user.password_hash !== null) return undefined;
    const [reset] = await tx.query(selectMayReset(user.id));
    if (reset?.may_reset !== true) return { kind: 'invitation', name: user.name, link: `${base}/login` };
    const expires = new Date(tx.now.getTime() + FIRST_PASSWORD_DAYS * 24 * HOUR_MS);
    tx.write(insertEmailToken(linkId, 'reset-password', user.id, user.email, tx.now, expires));
    return { kind: 'invitation', name: user.name, link: mailLink(linkKey, base, 'reset-password', linkId) };
  });
}

async function decideReset(
  { uow, linkKey }: AccountMailDependencies,
  { to, linkId }: AccountMail,
  base: string,
): Promise<Decided | undefined> {
  return uow.runAuth(async (tx) => {
    const [user] = await tx.query(selectUserByEmail(addressKey(to)));
    if (!user || !linkId) return undefined;
    // The e-mail explains how to sign in and contains no link to set a password.
    const [reset] = await tx.query(selectMayReset(user.id));
    if (reset?.may_reset !== true) return { kind: 'sign-in-by-sso', name: user.name, link: `${base}/login` };
    const expires = new Date(tx.now.getTime() + RESET_MINUTES * 60_000);
    tx.write(insertEmailToken(linkId, 'reset-password', user.id, user.email, tx.now, expires));
    // If the mail server was down for longer than the link is valid, the e-mail with the expired link is not sent.
    const [good] = await tx.query(selectEmailToken(linkId, 'reset-password', tx.now));
    if (!good) return undefined;
    return { kind: 'reset-password', name: user.name, link: mailLink(linkKey, base, 'reset-password', linkId) };
  });
}
