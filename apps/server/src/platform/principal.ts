/** Who asks, proved by a credential; every use case gets one. */
import type { ApiKeyScope, Environment, Role } from '@countersign/contract';

export type UserPrincipal = {
  kind: 'user';
  userId: string;
  tenantId: string;
  organizationId: string;
  role: Role;
  email: string;
  /** Of the organization that runs this installation. */
  isOperator: boolean;
  sessionHash: Buffer;
};
export type ApiKeyPrincipal = {
  kind: 'api-key';
  keyId: string;
  tenantId: string;
  /** A key acts as an admin within its scopes, never above its maker's present role (decisions §6). */
  role: Role;
  scopes: readonly ApiKeyScope[];
  /** Documents made with a key belong to whoever made the key. */
  userId: string;
};
export type SignerPrincipal = {
  kind: 'signer';
  tenantId: string;
  signerId: string;
  generation: number;
  /** The link from the mail, or the bearer of the tab that opened it. */
  via: 'link' | 'session';
};
export type Principal = UserPrincipal | ApiKeyPrincipal | SignerPrincipal | { kind: 'public' };
export type MemberPrincipal = UserPrincipal | ApiKeyPrincipal;

/** What a use case knows of the request it serves. */
export type RequestContext<P extends Principal = Principal> = {
  requestId: string;
  principal: P;
  environment: Environment;
  /** Network address and browser, evidence for the audit trail. */
  address: string;
  userAgent: string;
  /** Where links lead, without a slash at the end. */
  baseUrl: string;
};
