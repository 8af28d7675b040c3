/** The signed-in person's profile. */
import type { Profile } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isBound, type MemberPrincipal, type RequestContext, type UserPrincipal } from '../../platform/principal.ts';
import { refuseForeignSession } from '../../platform/step-up.ts';
import { type AccountDependencies, recordOwn } from './records.ts';
import { lockUser, selectIsOrganizations, selectUser, updateProfileRow, type UserRow } from './store.ts';

type SavedSignature = NonNullable<UserRow['signature']>;
/** Checks a signature, and throws the same errors as signing with it would. */
export type CheckSignature = (signature: SavedSignature) => Promise<unknown>;

export type ProfileInput = {
  name?: string | undefined;
  locale?: string | null | undefined;
  time_zone?: string | null | undefined;
  signature?: SavedSignature | null | undefined;
};

export async function getProfile(
  { uow }: Pick<AccountDependencies, 'uow'>,
  principal: MemberPrincipal,
): Promise<Profile> {
  const [user] = await uow.readAuth(selectUser(principal.userId));
  if (!user) throw new AppError('UNAUTHORIZED');
  const profile = profileView(user);
  // API keys do not use a person's saved signature.
  const isOwn = principal.kind === 'user' && (await uow.runAuth((tx) => reachesProfile(tx, principal)));
  return isOwn ? profile : { ...profile, signature: null };
}

/**
 * Omitted fields stay unchanged, and null removes a value. A new signature is checked when it is saved, not only when
 * the person signs with it.
 */
export async function updateProfile(
  { uow }: AccountDependencies,
  context: RequestContext<UserPrincipal>,
  input: ProfileInput,
  check: CheckSignature,
): Promise<Profile> {
  const { principal } = context;
  if (typeof input.time_zone === 'string' && !isTimeZone(input.time_zone))
    throw invalid('time_zone', 'must be a time zone such as Europe/Berlin');
  if (input.signature) await check(input.signature);
  return uow.runAuth(async (tx) => {
    if (!(await reachesProfile(tx, principal))) refuseForeignSession(principal);
    const [, [before]] = await tx.queryAll([lockUser(principal.userId), selectUser(principal.userId)]);
    if (!before) throw new AppError('UNAUTHORIZED');
    const after: UserRow = {
      ...before,
      name: input.name ?? before.name,
      locale: input.locale === undefined ? before.locale : input.locale,
      time_zone: input.time_zone === undefined ? before.time_zone : input.time_zone,
      signature: input.signature === undefined ? before.signature : input.signature,
    };
    const { id, name, locale, time_zone: timeZone, signature } = after;
    tx.write(updateProfileRow(id, name, locale, timeZone, signature && JSON.stringify(signature)));
    await recordOwn(uow, tx, context, {
      who: principal,
      action: 'user.profile-changed',
      more: {
        data: { changed: Object.keys(input).toSorted().join(' ') },
        fields: { name },
      },
    });
    return profileView(after);
  });
}

/**
 * The name and the signature belong to the person and are used in all organizations. A session that one organization's
 * identity provider started can change them only if the account has no other organization.
 */
async function reachesProfile(tx: Tx, principal: UserPrincipal): Promise<boolean> {
  if (!isBound(principal)) return true;
  const [row] = await tx.query(selectIsOrganizations(principal.userId, principal.tenantId));
  return row?.is_organizations === true;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function profileView(user: UserRow): Profile {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_verified: user.email_verified_at !== null,
    locale: user.locale,
    time_zone: user.time_zone,
    signature: user.signature,
    created_at: user.created_at.toISOString(),
  };
}
