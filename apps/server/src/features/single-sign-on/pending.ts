/**
 * A sign-in that would replace another person's session in this browser. A link to a hostile organization's sign-in is
 * enough to start one, and a browser that is already signed in at that organization's provider passes without a prompt.
 * The person would then continue, unaware, in the attacker's account (login CSRF). The new session therefore waits in a
 * sealed cookie until the person has seen both names.
 */
import { deleteSession, getSession } from '../accounts/index.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/principal.ts';
import type { SsoDependencies } from './dependencies.ts';

type Pending = { token: string; to: string; startedAt: number };
const MINUTES = 10;
const PURPOSE = 'single sign-on pending login';

export function sealPending(vault: Vault, pending: Pending): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify(pending))).toString('base64url');
}

function openPending(vault: Vault, cookie: string | undefined, now: Date): Pending | undefined {
  if (cookie === undefined || !/^[A-Za-z0-9_-]{40,2000}$/.test(cookie)) return undefined;
  try {
    const pending = JSON.parse(vault.open(PURPOSE, Buffer.from(cookie, 'base64url')).toString()) as Pending;
    return now.getTime() - pending.startedAt < MINUTES * 60_000 ? pending : undefined;
  } catch {
    return undefined;
  }
}

export type PendingPerson = { name: string; email: string; organization: string };

/** Null if the token belongs to no session. */
async function personOf({ uow }: SsoDependencies, token: string | undefined): Promise<PendingPerson | null> {
  if (token === undefined) return null;
  const view = await getSession({ uow }, { sessionHash: hashToken(token) }).catch(() => undefined);
  return view ? { name: view.user.name, email: view.user.email, organization: view.organization.name } : null;
}

export async function getPendingLogin(
  dependencies: SsoDependencies,
  { session, pendingLogin }: RequestContext,
): Promise<{ current: PendingPerson | null; next: PendingPerson } | null> {
  const pending = openPending(dependencies.vault, pendingLogin, dependencies.uow.now());
  const next = await personOf(dependencies, pending?.token);
  return next && { current: await personOf(dependencies, session), next };
}

/**
 * Ends one of the two sessions: the previous session if the person continues, otherwise the waiting session. @throws
 * AppError LOGIN_STEP_EXPIRED
 */
export async function decidePendingLogin(
  dependencies: SsoDependencies,
  { session, pendingLogin }: RequestContext,
  { accept }: { accept: boolean },
): Promise<{ token: string | undefined; to: string }> {
  const { uow, vault } = dependencies;
  const pending = openPending(vault, pendingLogin, uow.now());
  if (!pending || (await personOf(dependencies, pending.token)) === null) throw new AppError('LOGIN_STEP_EXPIRED');
  const ends = accept ? session : pending.token;
  if (ends !== undefined) await endSession({ uow }, ends);
  return accept ? { token: pending.token, to: pending.to } : { token: undefined, to: '/' };
}

export async function endSession({ uow }: Pick<SsoDependencies, 'uow'>, token: string): Promise<void> {
  await uow.runAuth((tx) => {
    tx.write(deleteSession(hashToken(token)));
    uow.recorder.outdate(tx, 'session.replaced');
    return Promise.resolve();
  });
}
