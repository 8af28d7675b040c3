/** Who asks, proved by a credential; every use case gets one. */
import type { ApiKeyScope, Environment, Id, IdentityCheck, RequireTwoFactor, Role } from '@countersign/contract';

/** How a session began. One that an organization's identity provider began is bound to that organization and changes no credentials. */
export type SessionMethod = 'password' | 'passkey' | 'saml' | 'oidc';
/** What a session was opened with beside a password; `identity-provider` where that says it asked for a second factor. */
export type SecondFactor = 'totp' | 'recovery-code' | 'passkey' | 'identity-provider';
export type UserPrincipal = {
  kind: 'user';
  userId: string;
  tenantId: string;
  organizationId: string;
  role: Role;
  /** The organization's, which decides what it may use. */
  plan: string;
  email: string;
  /** Mail has reached them there: what rests on the address alone needs it. */
  emailVerified: boolean;
  /** Of the organization that runs this installation. */
  isOperator: boolean;
  sessionHash: Buffer;
  sessionId: string;
  method: SessionMethod;
  /** The organization requires a second factor and this session has none: it may set one up, and leave. */
  lacksSecondFactor: boolean;
  /** What this session was opened with beside the first proof. */
  secondFactor: SecondFactor | null;
  /** Within the last ten minutes: what operations with `stepUp` ask for. */
  provedLately: boolean;
};
/**
 * Whether an organization's identity provider vouches for a session: that is believed in this organization alone, so the session
 * sees and changes nothing of the person's elsewhere (ADR 23).
 */
export const isBound = ({ method }: Pick<UserPrincipal, 'method'>): boolean => method === 'saml' || method === 'oidc';
/** Somebody whose password was right and whose second factor is still due; good for nothing else. */
export type LoginStepPrincipal = { kind: 'login-step'; userId: string; stepHash: Buffer };
export type ApiKeyPrincipal = {
  kind: 'api-key';
  keyId: string;
  tenantId: string;
  organizationId: string;
  /** An admin within the key's scopes, but never above its creator's current role: a demotion reaches their keys as well. */
  role: Role;
  plan: string;
  scopes: readonly ApiKeyScope[];
  /** Documents created with a key belong to whoever created the key. */
  userId: string;
  /** Of the organization that runs this installation. */
  isOperator: boolean;
  /** Whoever created it is an owner now. */
  isOfOwner: boolean;
};
/** The operator's programs, acting as an admin of one organization: the one they name, else the operator's own. */
export type ServicePrincipal = {
  kind: 'service';
  tenantId: string;
  organizationId: string;
  role: 'admin';
  plan: string;
  /** Documents made so belong to the organization's owner. */
  userId: string;
  /** True where no organization was named: this is the platform's own work. */
  isOperator: boolean;
};
export type SignerPrincipal = {
  kind: 'signer';
  tenantId: string;
  signerId: Id<'signer'>;
  generation: number;
  /**
   * The link from the mail, the bearer of the tab that opened it, the account of the same verified address (its session, or a
   * link or bearer that was made for it), a link that an API key was given for the page of its own application, or a device
   * that a host handed over.
   */
  via: 'link' | 'session' | 'account' | 'embedded' | 'in-person';
  /** What was asked besides and given. */
  passedCode: boolean;
  /** The second step that the sender asked for, where it was passed. */
  passedStep?: RequireTwoFactor | undefined;
  /** The link for one use itself, by its number: opening a session or ending the recipient's part uses it up. */
  linkForOneUse?: number;
  /** With `account`: whose. */
  userId?: string;
  /** With a link or bearer made for an account: when that was. */
  madeAt?: Date;
  /** With `account`: its session itself asks, so what it proves has not been written down yet. */
  bySession?: true;
  /** With `in-person`: the session, and the host in whose presence the signer uses the device. */
  inPerson?: InPersonVisit;
};
export type InPersonVisit = {
  sessionId: Id<'inPersonSession'>;
  documentId: Id<'document'>;
  host: { kind: 'user' | 'api-key' | 'service'; id: string; name: string };
  /** The code of the session, which takes the place of the signer's. */
  code: 'none' | 'due' | 'passed' | 'locked';
  /** How the host checked who the signer is; undefined where the host said nothing. */
  identityCheck: IdentityCheck | undefined;
};
/** The secret of scheduled jobs, or nobody in particular. */
export type AnonymousPrincipal = { kind: 'cron' } | { kind: 'public' };
/** Whether it may administer the installation: administrators themselves, the service credential, and the keys of owners. */
export const isOperatorAdmin = (principal: MemberPrincipal): boolean =>
  principal.isOperator && principal.role !== 'member' && (principal.kind !== 'api-key' || isAdminKey(principal));
const isAdminKey = ({ isOfOwner, scopes }: ApiKeyPrincipal): boolean => isOfOwner && scopes.includes('admin');
export type MemberPrincipal = UserPrincipal | ApiKeyPrincipal | ServicePrincipal;
export type Principal = MemberPrincipal | LoginStepPrincipal | SignerPrincipal | AnonymousPrincipal;

/** Whose work a task in the worker threads is (platform/pdf): tenants take turns, and each credential has a share. */
export function taskOwner(principal: MemberPrincipal | SignerPrincipal): { tenant: string; credential: string } {
  return { tenant: principal.tenantId, credential: credentialOf(principal) };
}

function credentialOf(principal: MemberPrincipal | SignerPrincipal): string {
  switch (principal.kind) {
    case 'user':
      return principal.userId;
    case 'api-key':
      return principal.keyId;
    case 'signer':
      return principal.signerId;
    case 'service':
      return 'service';
  }
}

/** What a use case knows of the request it serves. */
export type RequestContext<P extends Principal = Principal> = {
  requestId: string;
  principal: P;
  environment: Environment;
  /** Network address and browser, evidence for the audit trail. */
  address: string;
  userAgent: string;
  /** The secret of the browser's device cookie: it tells a browser that was here before. */
  device: string | undefined;
  /** The session cookie that the browser holds, good or not: a login ends that session. */
  session?: string | undefined;
  /** A login that waits for the word of whoever is logged in here, sealed. */
  pendingLogin?: string | undefined;
  /** Where this installation is reached, without a slash at the end. */
  baseUrl: string;
  /** Where links in the answer lead: the same, but on loopback the host that the request came to. */
  linkBase: () => string;
  /** Of a stream that is opened again: the last event that came through. */
  lastEventId?: string | undefined;
  /** The caller takes JSON and no stream of events. */
  wantsList?: boolean;
  /** Aborted when the caller leaves before the answer. */
  gone?: (() => AbortSignal) | undefined;
};
