/**
 * The access rules, written a second time without looking at the contract or the guards, so that an error in either
 * causes a failed cell.
 */
import type { ApiKeyScope, Environment, ErrorCode, Role } from '@countersign/contract';
import type { Credential } from './callers.ts';

/** The credentials that an operation accepts. */
export type Access =
  /** Callers need no credential. Credentials are ignored, even if they are invalid. */
  | { to: 'anyone' }
  /** Operations on account security and billing, and the creation of keys. No API key may call them. */
  | { to: 'person'; role: Role; securesAccount: boolean }
  | { to: 'member'; role: Role; scope: ApiKeyScope | undefined }
  /** A program that acts on its own behalf: API keys and the service credential, but not sessions. */
  | { to: 'program'; scope: ApiKeyScope }
  /** A sign-in that still needs its second factor, or a person with a session. */
  | { to: 'step'; securesAccount: boolean }
  /**
   * An admin of the operator's organization, which is the first organization. Some operations also accept the service
   * credential. If the operation accepts keys for the sandbox, they are checked first.
   */
  | { to: 'operator'; role: Role; takesKeys: boolean; takesService?: boolean; takesOwnersKeys?: boolean }
  /** The shared secret of scheduled jobs. The service credential, which is for platform work, may also be used. */
  | { to: 'scheduler' }
  /** The holder of the signing link, or of the bearer token that was issued for the link. */
  | { to: 'recipient'; proof?: BodyProof }
  /** The signer of the document: the link, or an account with the e-mail address to which the document was sent. */
  | { to: 'signer'; proof?: BodyProof }
  | { to: 'addressee' };

/**
 * The name of the body member that contains the credential. A request without it is rejected with 422 for the missing
 * input.
 */
export type BodyProof = 'token' | 'sessionId';

/** The relation between the target and the caller. */
export type Relation = 'own' | "colleague's" | "other organization's" | "other environment's" | 'unknown';
/**
 * Who owns a kind of target: a person (admins can access all objects in their organization), only the caller, the
 * organization, or the holder of an e-mail address.
 */
export type Ownership = 'person' | 'self' | 'organization' | 'addressee';

/** `absent` means that the response is the operation's error for an unknown object. */
export type Verdict = 'allowed' | 'absent' | ErrorCode | { invalid: string };

export const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };
const reaches = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

export function judge(
  access: Access,
  credential: Credential,
  environment: Environment,
  relation: Relation,
  { owned, withoutSecondFactor = false }: { owned?: Ownership | undefined; withoutSecondFactor?: boolean | undefined },
): Verdict {
  const refusal = refuse(access, credential, environment);
  // No operation is exempt from the required second factor. Only callers with a sufficient role get this error.
  if (
    credential.kind === 'session' &&
    credential.lacksFactor &&
    !withoutSecondFactor &&
    takesSession(access, credential)
  )
    return 'TWO_FACTOR_REQUIRED';
  if (refusal !== undefined) return refusal;
  if (owned === undefined) return 'allowed';
  if (credential.kind === 'link') return relation === 'own' && credential.of === 'target' ? 'allowed' : 'absent';
  if (relation === 'own') return 'allowed';
  // Admins may access all documents of the organization, and members only their own.
  if (relation === "colleague's" && (owned === 'person' || owned === 'organization'))
    return roleOf(credential) === 'member' && owned === 'person' ? 'absent' : 'allowed';
  return 'absent';
}

function roleOf(credential: Credential): Role {
  if (credential.kind === 'session') return credential.by.role;
  if (credential.kind === 'key') return credential.by.role === 'member' ? 'member' : 'admin';
  return 'admin';
}

function takesSession(access: Access, { by }: Extract<Credential, { kind: 'session' }>): boolean {
  switch (access.to) {
    case 'person':
    case 'member':
    case 'operator':
      return reaches(by.role, access.role);
    case 'step':
    case 'signer':
    case 'addressee':
      return true;
    default:
      return false;
  }
}

function unproved(access: Access): Verdict {
  return 'proof' in access && access.proof ? { invalid: access.proof } : 'UNAUTHORIZED';
}

/** Applies the rules that do not depend on the target. */
function refuse(access: Access, credential: Credential, environment: Environment): Verdict | undefined {
  if (access.to === 'anyone') return undefined;
  switch (credential.kind) {
    case 'nobody':
      return unproved(access);
    case 'dead':
      // If the operation accepts links, an invalid bearer token is treated as an invalid link.
      return credential.carrier === 'bearer' && (access.to === 'recipient' || access.to === 'signer')
        ? 'INVALID_LINK'
        : credential.carrier === 'cookie' && access.to === 'recipient'
          ? unproved(access)
          : 'UNAUTHORIZED';
    case 'session':
      return refuseSession(access, credential);
    case 'key':
      return refuseKey(access, credential, environment);
    case 'service':
      return refuseService(access, credential);
    case 'half':
      return access.to === 'step' ? undefined : unproved(access);
    case 'cron':
      return access.to === 'scheduler' ? undefined : 'FORBIDDEN';
    case 'link':
      return access.to === 'recipient' || access.to === 'signer' ? undefined : 'UNAUTHORIZED';
  }
}

function refuseSession(access: Access, { by, federated }: Extract<Credential, { kind: 'session' }>) {
  switch (access.to) {
    case 'person':
      if (!reaches(by.role, access.role)) return 'FORBIDDEN';
      // A single sign-on session cannot change the account's credentials.
      return access.securesAccount && federated ? 'FORBIDDEN' : undefined;
    case 'member':
      return reaches(by.role, access.role) ? undefined : 'FORBIDDEN';
    case 'operator':
      return by.organization.runsInstallation && reaches(by.role, access.role) ? undefined : 'FORBIDDEN';
    case 'step':
      return access.securesAccount && federated ? 'FORBIDDEN' : undefined;
    case 'program':
    case 'scheduler':
      return 'FORBIDDEN';
    case 'signer':
    case 'addressee':
      return undefined;
    default:
      // Operations of this kind ignore the cookie of a sign-in that still needs its second factor.
      return unproved(access);
  }
}

function refuseKey(
  access: Access,
  { plan, environment: its, scopes, by }: Extract<Credential, { kind: 'key' }>,
  environment: Environment,
): Verdict | undefined {
  if (!plan) return 'PLAN_REQUIRED';
  if (its !== environment) return 'WRONG_ENVIRONMENT';
  if (access.to === 'operator' && access.takesOwnersKeys)
    return by.role === 'owner' && by.organization.runsInstallation && scopes.includes('admin')
      ? undefined
      : 'FORBIDDEN';
  if (access.to === 'program') return scopes.includes(access.scope) ? undefined : 'FORBIDDEN';
  if (access.to !== 'member') return 'FORBIDDEN';
  // A key never has more permissions than its creator's current role, and never those of an owner.
  if (!reaches(by.role === 'member' ? 'member' : 'admin', access.role)) return 'FORBIDDEN';
  return access.scope === undefined || scopes.includes(access.scope) ? undefined : 'FORBIDDEN';
}

/** The service credential is for platform work. The X-Organization-Id header selects the organization. */
function refuseService(access: Access, { names }: Extract<Credential, { kind: 'service' }>): Verdict | undefined {
  if (names === 'nonsense') return 'ORGANIZATION_NOT_FOUND';
  if (access.to === 'scheduler' || (access.to === 'operator' && access.takesService)) {
    if (names === 'unknown') return 'ORGANIZATION_NOT_FOUND';
    return names === 'nobody' || names.runsInstallation ? undefined : 'FORBIDDEN';
  }
  if (access.to !== 'member' && access.to !== 'program' && !(access.to === 'operator' && access.takesKeys))
    return 'FORBIDDEN';
  if (names === 'nobody') return { invalid: 'X-Organization-Id' };
  if (names === 'unknown') return 'ORGANIZATION_NOT_FOUND';
  return access.to === 'operator' ? 'FORBIDDEN' : undefined;
}
