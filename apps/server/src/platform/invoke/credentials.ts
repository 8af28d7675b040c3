/** Identifies the sender of a request by one of the credentials that its operation accepts. */
import type { Environment, Operation } from '@countersign/contract';
import { z } from 'zod';
import { tokenName } from '../crypto/tokens.ts';
import { AppError, invalid } from '../errors.ts';
import { requireRight } from '../plan-rights.ts';
import type { Principal, UserPrincipal } from '../principal.ts';
import { isWithin } from '../networks.ts';
import type { SigningLinks } from '../signing-links.ts';
import { notForPreparing, refuseKind, refuseWithoutSecondFactor } from './authorize.ts';
import { isRefusal } from './error-answer.ts';

/** All parts of a request that may identify its sender, not yet checked. */
export type Presented = {
  bearer?: string | null | undefined;
  /** The cookie of a browser's session, and the cookie of a sign-in between its two steps. */
  session?: string | undefined;
  loginStep?: string | undefined;
  fileLink?: string | undefined;
  /** The JSON body. Operations of signers also accept the token of a signing link in it. */
  body?: unknown;
  /** The organization in which the service credential acts. A list of several values is ignored. */
  organization?: string | readonly string[] | undefined;
  /** The origin of the request, for a person's list of sessions. */
  address: string;
  userAgent: string;
};

export type Resolved = {
  principal: Principal;
  bucket: string;
  limit: number | null;
  /** The networks from which a session or key of this organization works. If empty, all addresses are allowed. */
  networks?: readonly string[];
};

export type CredentialSource = {
  session(
    token: string,
    /** The user agent and the network address. Undefined if the credential is only inspected, not used. */
    from: { address: string; userAgent: string } | undefined,
    /** `until` is the time when the result, or part of it, expires. */
  ): Promise<
    | {
        principal: Extract<Principal, { kind: 'user' }>;
        requestsPerHour: number | null;
        networks: readonly string[];
        until: Date;
      }
    | undefined
  >;
  /** A sign-in after a correct password and before the second factor. */
  loginStep(token: string): Promise<Extract<Principal, { kind: 'login-step' }> | undefined>;
  apiKey(key: string): Promise<
    | {
        principal: Extract<Principal, { kind: 'api-key' }>;
        rateLimit: number | null;
        networks: readonly string[];
        expiresAt: Date | null;
      }
    | undefined
  >;
  tenantOf(organizationId: string, environment: Environment): Promise<string | undefined>;
  /** Compares a bearer token with the operator's two secrets, in constant time. Returns the one that matches. */
  operatorSecret(bearer: string): 'service' | 'cron' | undefined;
  /**
   * Returns the service credential in an organization, or in the operator's own if none is given. Returns undefined for
   * an organization that does not exist.
   */
  service(
    organizationId: string | undefined,
    environment: Environment,
  ): Promise<Extract<Principal, { kind: 'service' }> | undefined>;
  /** Returns the kind of a key by its format, or undefined for a mistyped key. */
  readApiKey(key: string): { environment: Environment } | undefined;
  /** Returns the current permissions of a key that created a link, or undefined if the key is no longer valid. */
  keyById(tenantId: string, keyId: string): Promise<Extract<Principal, { kind: 'api-key' }> | undefined>;
  links: SigningLinks;
  /** Returns whether the account for which a link or bearer token was issued may still use it. */
  isAccountValid(signer: Extract<Principal, { kind: 'signer' }>): Promise<boolean>;
  /** Returns the signer at a device, by the device's sessionId. Throws IN_PERSON_ENDED. */
  inPerson(token: string): Promise<Extract<Principal, { kind: 'signer' }> | undefined>;
  /**
   * Returns the principal of a preparing link's token, which can act on one document only. Returns undefined if the
   * token is invalid or expired.
   */
  preparing(token: string): Promise<
    | {
        principal: Extract<Principal, { kind: 'api-key' | 'service' }>;
        environment: Environment;
      }
    | undefined
  >;
  /** Returns the document whose file a download link opens, or undefined for an invalid or expired link. */
  fileLink: (token: string) => { documentId: string } | undefined;
  now(): Date;
};

/** The properties of an operation that decide which credentials it accepts and where they may be sent. */
type Asked = Pick<Operation, 'credentials' | 'body' | 'preparing' | 'withoutSecondFactor'>;

export const PREPARING_TOKEN = 'prepare_';

const LINK_REQUESTS_PER_HOUR = 1000;
/**
 * The time for which a credential is cached. A revoked key or an ended session stops working everywhere within this
 * time, and immediately in the process that ended it (ADR 53).
 */
const REMEMBER_MS = 1000;
const REMEMBERED = 10_000;

/** The properties of a body that can contain the token. An in-person session is opened with the session's ID. */
const BODY_TOKENS = ['token', 'sessionId'] as const;

export class Authenticator {
  readonly #source: CredentialSource;
  readonly #refresh: () => void;
  readonly #remembered = new Map<string, { resolved: Resolved; until: number }>();
  #forgotten = 0;

  /** @param refresh drops cached data that another process has changed */
  constructor(source: CredentialSource, refresh: () => void = () => {}) {
    this.#source = source;
    this.#refresh = refresh;
  }

  /** Clears the cache of every credential. Every audited change of a credential calls it. */
  forget(): void {
    this.#forgotten += 1;
    this.#remembered.clear();
  }

  /**
   * Returns the caller, or undefined if there was no credential. Throws UNAUTHORIZED for an invalid credential, and
   * FORBIDDEN for a credential of the wrong kind. `isWatched` means that the request is not a user action, so it does
   * not extend a session. `isKnown` receives the owner of the credential, even if it is refused from this address.
   */
  async resolve(
    presented: Presented,
    operation: Asked,
    environment: Environment,
    { isWatched = false, isKnown }: { isWatched?: boolean; isKnown?: (principal: Principal) => void } = {},
  ): Promise<Resolved | undefined> {
    this.#refresh();
    if (operation.credentials.includes('public') && operation.credentials.length > 1) {
      const good = await this.#findIfGood(presented, operation, environment);
      if (good) isKnown?.(good.principal);
      return good;
    }
    const resolved = await this.#find(presented, operation, environment, isWatched);
    if (resolved) isKnown?.(resolved.principal);
    if (resolved && operation.withoutSecondFactor !== true) refuseElsewhere(resolved, presented);
    return resolved;
  }

  /**
   * Finds the caller of an operation where a credential only adds data to the response. An invalid or insufficient
   * credential counts as none.
   */
  async #findIfGood(presented: Presented, operation: Asked, environment: Environment): Promise<Resolved | undefined> {
    const credentials = operation.credentials.filter((one) => one !== 'public');
    try {
      const resolved = await this.#find(presented, { ...operation, credentials }, environment, true);
      if (!resolved || !credentials.some((one) => KIND[one] === resolved.principal.kind)) return undefined;
      refuseElsewhere(resolved, presented);
      if (resolved.principal.kind === 'user') refuseWithoutSecondFactor(resolved.principal);
      return resolved;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async #find(
    presented: Presented,
    operation: Asked,
    environment: Environment,
    isWatched: boolean,
  ): Promise<Resolved | undefined> {
    const { credentials } = operation;
    // The token in the body takes precedence: a person who opens a link acts as that signer, even if signed in with an
    // account.
    if (credentials.includes('signing-link')) {
      const token = bodyToken(presented.body);
      // A program may send its key with every request. If the token has no owner, the key identifies the caller.
      if (token !== undefined && presented.bearer !== undefined) {
        const named = await this.#link(token, operation).catch((error: unknown) => {
          if (isRefusal(error)) return undefined;
          throw error;
        });
        if (named) return named;
      } else if (token !== undefined) return this.#link(token, operation);
    }
    // A public operation treats all callers alike and ignores credentials.
    if (credentials.includes('public')) return this.#none(presented, operation);
    if (credentials.includes('file-link')) return this.#fileLink(presented);
    const { bearer, session } = presented;
    if (bearer === null) throw new AppError('UNAUTHORIZED');
    if (bearer !== undefined) {
      if (bearer.startsWith('sk_')) return this.#apiKey(bearer, operation, environment);
      if (bearer.startsWith(PREPARING_TOKEN)) return this.#preparing(bearer, operation, environment);
      const secret = this.#source.operatorSecret(bearer);
      if (secret === 'service') return this.#service(presented.organization, operation, environment);
      if (secret === 'cron') return { principal: { kind: 'cron' }, bucket: 'cron', limit: LINK_REQUESTS_PER_HOUR };
      return this.#link(bearer, operation);
    }
    const step = await this.#loginStep(presented, operation);
    if (step) return step;
    if (session === undefined || (!credentials.includes('session') && !isForPrograms(operation)))
      return this.#none(presented, operation);
    return this.#session(session, environment, isWatched ? undefined : presented);
  }

  /** Returns the signed-in person, for pages that are not operations. Throws UNAUTHORIZED. */
  async signedIn(presented: Presented, environment: Environment): Promise<UserPrincipal> {
    this.#refresh();
    const { session } = presented;
    const resolved = session === undefined ? undefined : await this.#session(session, environment, presented);
    if (resolved?.principal.kind !== 'user') throw new AppError('UNAUTHORIZED');
    refuseElsewhere(resolved, presented);
    return resolved.principal;
  }

  #session(token: string, environment: Environment, from: Presented | undefined): Promise<Resolved> {
    return this.#remember(`session ${environment} ${tokenName(token)}`, async () => {
      const found = await this.#source.session(token, from && { address: from.address, userAgent: from.userAgent });
      if (!found) throw new AppError('UNAUTHORIZED');
      const { principal, requestsPerHour: limit, networks, until } = found;
      // People, roles and settings belong to the live tenant. In the sandbox, the person acts on the documents of the
      // other tenant.
      const tenantId =
        environment === 'live'
          ? principal.tenantId
          : await this.#source.tenantOf(principal.organizationId, environment);
      if (tenantId === undefined) throw new AppError('UNAUTHORIZED');
      return {
        resolved: {
          principal: { ...principal, tenantId },
          bucket: `user ${principal.userId}`,
          limit,
          networks,
        },
        until: until.getTime(),
      };
    });
  }

  /** If an operation expects a credential in the body and none is sent, the error names the missing input. */
  #none({ body: given }: Presented, { credentials, body }: Asked): undefined {
    if (!credentials.includes('signing-link') || body?.kind !== 'json' || !(body.schema instanceof z.ZodObject)) return;
    const { shape } = body.schema;
    const name = BODY_TOKENS.find((one) => one in shape);
    if (name === undefined || (typeof given === 'object' && given !== null && name in given)) return;
    if (name === 'token')
      throw invalid('token', 'is required. Send the token of the signing link here or as a bearer token');
    throw invalid('sessionId', 'is required. Send the session ID that was returned when the session was started');
  }

  /**
   * The sign-in step is checked before an existing session, because a person who has just entered a password wants to
   * complete that sign-in.
   */
  async #loginStep({ loginStep, session }: Presented, operation: Asked): Promise<Resolved | undefined> {
    if (!operation.credentials.includes('login-step') || loginStep === undefined) return undefined;
    const principal = await this.#source.loginStep(loginStep);
    if (principal) return { principal, bucket: `login ${principal.userId}`, limit: LINK_REQUESTS_PER_HOUR };
    if (session === undefined) throw new AppError('LOGIN_STEP_EXPIRED');
    return undefined;
  }

  /** Finds the signer of a signing link, of the bearer token of its session, or of an in-person session. */
  async #link(token: string, operation: Asked): Promise<Resolved> {
    if (!operation.credentials.includes('signing-link')) throw new AppError('UNAUTHORIZED');
    const principal = this.#source.links.read(token, this.#source.now()) ?? (await this.#source.inPerson(token));
    if (!principal || !(await this.#source.isAccountValid(principal))) throw new AppError('INVALID_LINK');
    const bucket = principal.inPerson ? `in-person ${principal.inPerson.sessionId}` : `link ${principal.signerId}`;
    return { principal, bucket, limit: LINK_REQUESTS_PER_HOUR };
  }

  /** Finds a preparing token. It is looked up for each request, so that it stops working as soon as its key does. */
  async #preparing(token: string, operation: Asked, environment: Environment): Promise<Resolved> {
    const found = await this.#source.preparing(token);
    if (!found) throw new AppError('UNAUTHORIZED');
    if (operation.preparing === undefined) throw notForPreparing();
    if (found.environment !== environment) throw new AppError('WRONG_ENVIRONMENT');
    const { principal } = found;
    requireRight(principal.plan, 'apiKeys');
    return { principal, bucket: `preparing ${tokenName(token)}`, limit: LINK_REQUESTS_PER_HOUR };
  }

  #fileLink({ fileLink }: Presented): Resolved {
    const file = fileLink === undefined ? undefined : this.#source.fileLink(fileLink);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    return { principal: { kind: 'public' }, bucket: `file ${file.documentId}`, limit: LINK_REQUESTS_PER_HOUR };
  }

  async #apiKey(key: string, operation: Asked, environment: Environment): Promise<Resolved> {
    const read = this.#source.readApiKey(key);
    if (!read) throw new AppError('UNAUTHORIZED');
    const resolved = await this.#remember(`key ${tokenName(key)}`, async () => {
      const found = await this.#source.apiKey(key);
      if (!found) throw new AppError('UNAUTHORIZED');
      const { principal, rateLimit, networks, expiresAt } = found;
      // The plan may have changed since the key was created.
      requireRight(principal.plan, 'apiKeys');
      return {
        resolved: { principal, bucket: `key ${principal.keyId}`, limit: rateLimit, networks },
        until: expiresAt?.getTime(),
      };
    });
    // The environment is checked after the look-up, so only a caller who has the key can find out which environment it
    // belongs to.
    if (read.environment !== environment) throw new AppError('WRONG_ENVIRONMENT');
    if (!operation.credentials.includes('api-key')) refuseKind(operation);
    return resolved;
  }

  /** Finds the organization that the operator's program names. Only platform operations do not require one. */
  #service(named: Presented['organization'], operation: Asked, environment: Environment): Promise<Resolved> {
    if (named !== undefined && (typeof named !== 'string' || !/^org_[0-9a-hjkmnp-tv-z]{26}$/.test(named)))
      throw new AppError('ORGANIZATION_NOT_FOUND');
    const isPlatformWork = operation.credentials.includes('service');
    if (!isPlatformWork && !operation.credentials.includes('api-key')) throw new AppError('FORBIDDEN');
    if (!isPlatformWork && named === undefined)
      throw invalid(
        'X-Organization-Id',
        'is required with the service credential. Send the ID of the organization that the request acts for',
      );
    return this.#remember(`service ${environment} ${named ?? ''}`, async () => {
      const principal = await this.#source.service(named, environment);
      if (!principal) throw new AppError('ORGANIZATION_NOT_FOUND');
      return { resolved: { principal, bucket: 'service', limit: null } };
    });
  }

  async #remember(
    name: string,
    find: () => Promise<{ resolved: Resolved; until?: number | undefined }>,
  ): Promise<Resolved> {
    const now = this.#source.now().getTime();
    const kept = this.#remembered.get(name);
    if (kept && kept.until > now) return kept.resolved;
    const forgotten = this.#forgotten;
    const { resolved, until } = await find();
    // The credential was revoked during the look-up, so the result may be outdated and is valid only for this request.
    if (forgotten !== this.#forgotten) return resolved;
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, { resolved, until: Math.min(now + REMEMBER_MS, until ?? Number.POSITIVE_INFINITY) });
    return resolved;
  }
}

const KIND: Partial<Record<Operation['credentials'][number], Principal['kind']>> = {
  session: 'user',
  'api-key': 'api-key',
  service: 'service',
};

/**
 * Refuses requests from networks that are not allowed. This is checked for each request, because the cached credential
 * is the same for every network address.
 */
function refuseElsewhere({ networks = [] }: Resolved, { address }: Presented): void {
  if (!isWithin(address, networks)) throw new AppError('NETWORK_NOT_ALLOWED', { address });
}

/**
 * Returns whether the credential belongs to neither a person nor a link. For a browser's session, this is an error.
 * Otherwise, it counts as no credential.
 */
function isForPrograms({ credentials }: Asked): boolean {
  return credentials.every((one) => one === 'api-key' || one === 'service' || one === 'cron');
}

function bodyToken(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const token = 'token' in body ? body.token : 'sessionId' in body ? body.sessionId : undefined;
  return typeof token === 'string' ? token : undefined;
}
