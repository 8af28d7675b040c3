/** The authenticated caller, which every use case gets. */
import type { Language } from '@countersign/contract/languages';
import type { ApiKeyScope, Environment, Id, IdentityCheck, RequireTwoFactor, Role } from '@countersign/contract';

/**
 * The method by which a session began. If an organization's identity provider began it, it is bound to that
 * organization and cannot change credentials.
 */
export type SessionMethod = 'password' | 'passkey' | 'saml' | 'oidc';
/**
 * The factors of a session besides the password. `identity-provider` means that the provider reports a second factor.
 */
export type SecondFactor = 'totp' | 'recovery-code' | 'passkey' | 'identity-provider';
export type UserPrincipal = {
  kind: 'user';
  userId: string;
  tenantId: string;
  organizationId: string;
  role: Role;
  plan: string;
  email: string;
  /** True if an e-mail has reached the person at this address. Required for rights that depend only on the address. */
  emailVerified: boolean;
  /** True if the person belongs to the organization that runs this installation. */
  isOperator: boolean;
  sessionHash: Buffer;
  sessionId: string;
  method: SessionMethod;
  /**
   * True if the organization requires a second factor and this session has none. The session can only be used to set
   * one up, or to leave the organization.
   */
  lacksSecondFactor: boolean;
  /** The factors with which this session was opened, besides the first one. */
  secondFactor: SecondFactor | null;
  /** True if the person proved their identity within the last ten minutes, as operations with `stepUp` require. */
  provedLately: boolean;
};
/**
 * Returns whether an organization's identity provider authenticated a session. Only this organization trusts the
 * provider, so the session can neither see nor change the person's data in other organizations (ADR 23).
 */
export const isBound = ({ method }: Pick<UserPrincipal, 'method'>): boolean => method === 'saml' || method === 'oidc';
/** A person whose password was correct but whose second factor is still missing. Other operations do not accept it. */
export type LoginStepPrincipal = { kind: 'login-step'; userId: string; stepHash: Buffer };
export type ApiKeyPrincipal = {
  kind: 'api-key';
  keyId: string;
  tenantId: string;
  organizationId: string;
  /**
   * The role. A key acts as an admin within its scopes, but never above the current role of its creator. Demoting the
   * creator therefore also limits the key.
   */
  role: Role;
  plan: string;
  scopes: readonly ApiKeyScope[];
  /** Documents created with a key belong to the key's creator. */
  userId: string;
  isOperator: boolean;
  /** True if the key's creator is currently an owner. */
  isOfOwner: boolean;
  /**
   * The document of a preparing link's token. The token acts as the key on this document only, in operations that allow
   * it.
   */
  onlyDocument?: Id<'document'>;
  /** Set together with `onlyDocument` if the token can save the document but cannot send it. */
  onlySaves?: true;
};
/**
 * The operator's programs. They act as an admin of one organization: the organization that they name, or the
 * operator's.
 */
export type ServicePrincipal = {
  kind: 'service';
  tenantId: string;
  organizationId: string;
  role: 'admin';
  plan: string;
  /** Documents created with the service credential belong to the organization's owner. */
  userId: string;
  /** True if no organization was named, so this is a platform operation. */
  isOperator: boolean;
  /** The document of a preparing link's token, as for an API key. The token acts on this document only. */
  onlyDocument?: Id<'document'>;
  onlySaves?: true;
};
export type SignerPrincipal = {
  kind: 'signer';
  tenantId: string;
  signerId: Id<'signer'>;
  generation: number;
  /**
   * The credential that the signer used: the e-mailed link, the bearer token of the tab that opened it, the account
   * with the verified address (its session, or a link or bearer token issued for it), a link that an API key received
   * for its application's page, or a device that a host handed over.
   */
  via: 'link' | 'session' | 'account' | 'embedded' | 'in-person';
  passedCode: boolean;
  /** The recipient authentication that the sender required, if it was passed. */
  passedStep?: RequireTwoFactor | undefined;
  /** The number of the single-use link. Opening a session or ending the recipient's part uses up the link. */
  linkForOneUse?: number;
  /** The owner of the account. Set with `account`. */
  userId?: string;
  /** The time when a link or bearer token was issued for an account. */
  madeAt?: Date;
  /**
   * Set with `account` if the request has the account's session and not a link. The proofs of a session have not been
   * recorded for the document yet.
   */
  bySession?: true;
  /** The in-person session in which the signer uses the host's device. Set with `in-person`. */
  inPerson?: InPersonVisit;
};
export type InPersonVisit = {
  sessionId: Id<'inPersonSession'>;
  documentId: Id<'document'>;
  host: { kind: 'user' | 'api-key' | 'service'; id: string; name: string };
  /** The state of the session's access code, which replaces the signer's own access code. */
  code: 'none' | 'due' | 'passed' | 'locked';
  /** The way in which the host verified the signer's identity. Undefined if the host did not state it. */
  identityCheck: IdentityCheck | undefined;
};
export type AnonymousPrincipal = { kind: 'cron' } | { kind: 'public' };
/**
 * Returns whether the caller may administer the installation. Its administrators, the service credential and the keys
 * of owners may.
 */
export const isOperatorAdmin = (principal: MemberPrincipal): boolean =>
  principal.isOperator && principal.role !== 'member' && (principal.kind !== 'api-key' || isAdminKey(principal));
const isAdminKey = ({ isOfOwner, scopes }: ApiKeyPrincipal): boolean => isOfOwner && scopes.includes('admin');
/** Returns whether the caller is a program. Sentences for programs are always in English. */
export const isProgram = ({ kind }: Principal): boolean => kind === 'api-key' || kind === 'service';
export type MemberPrincipal = UserPrincipal | ApiKeyPrincipal | ServicePrincipal;
export type Principal = MemberPrincipal | LoginStepPrincipal | SignerPrincipal | AnonymousPrincipal;

/**
 * Returns the owner of a task in the worker threads (platform/pdf). Tenants alternate, and each credential has a share.
 */
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

export type RequestContext<P extends Principal = Principal> = {
  requestId: string;
  principal: P;
  environment: Environment;
  /** Network address and browser, as evidence for the audit trail. */
  address: string;
  userAgent: string;
  /** The secret of the browser's device cookie, which identifies a known browser. */
  device: string | undefined;
  /** The browser's session cookie, valid or not, because a sign-in ends that session. */
  session?: string | undefined;
  /** A sealed sign-in that waits for confirmation by the person who is signed in. */
  pendingLogin?: string | undefined;
  /** Returns the language of sentences in the response. It is English for API keys and service credentials. */
  language: () => Language;
  baseUrl: string;
  /** Returns the base URL of links in the response. On loopback, it has the host of the request. */
  linkBase: () => string;
  /** The last event that was received, for a reopened stream. */
  lastEventId?: string | undefined;
  /** True if the caller accepts JSON but not an event stream. */
  wantsList?: boolean;
  /** Aborted when the caller disconnects before the response. */
  gone?: (() => AbortSignal) | undefined;
};
