/** Who sends a request: one of the credentials that its operation takes. */
import type { Environment, Operation } from '@countersign/contract';
import { z } from 'zod';
import { tokenName } from '../crypto/tokens.ts';
import { AppError, invalid } from '../errors.ts';
import { requireRight } from '../plan-rights.ts';
import type { Principal, UserPrincipal } from '../principal.ts';
import { isWithin } from '../networks.ts';
import type { SigningLinks } from '../signing-links.ts';
import { refuseKind, refuseWithoutSecondFactor } from './authorize.ts';
import { isRefusal } from './error-answer.ts';

/** Everything a request brings that could say who sends it; nothing of it has been looked at. */
export type Presented = {
  /** As sent, of one of the schemes that carry a token; `null` when what came could be none. */
  bearer?: string | null | undefined;
  /** The session of a browser, and a login between its two steps. */
  session?: string | undefined;
  loginStep?: string | undefined;
  /** The token in the address of a file. */
  fileLink?: string | undefined;
  /** The JSON body: operations of signers take the token of a signing link in it too. */
  body?: unknown;
  /** The organization in which the service credential acts; more than one value names none. */
  organization?: string | readonly string[] | undefined;
  /** From where, for the list of a person's sessions. */
  address: string;
  userAgent: string;
};

export type Resolved = {
  principal: Principal;
  /** Whose requests are counted together. */
  bucket: string;
  /** Requests an hour; null is unlimited. */
  limit: number | null;
  /** From where a session or key of this organization works; without any, from everywhere. */
  networks?: readonly string[];
};

/** How credentials are looked up; features give the functions. */
export type CredentialSource = {
  session(
    token: string,
    /** Who used it from where; undefined when nobody did, and it is only looked at. */
    from: { address: string; userAgent: string } | undefined,
    /** `until`: when what was found ends by itself, whole or in part. */
  ): Promise<
    | {
        principal: Extract<Principal, { kind: 'user' }>;
        requestsPerHour: number | null;
        networks: readonly string[];
        until: Date;
      }
    | undefined
  >;
  /** Between a right password and the second factor. */
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
  /** The organization's tenant in an environment. */
  tenantOf(organizationId: string, environment: Environment): Promise<string | undefined>;
  /** Which of the operator's two secrets this bearer is; compared in constant time. */
  operatorSecret(bearer: string): 'service' | 'cron' | undefined;
  /** The service credential in an organization; without one, in the operator's own. Undefined for none that there is. */
  service(
    organizationId: string | undefined,
    environment: Environment,
  ): Promise<Extract<Principal, { kind: 'service' }> | undefined>;
  /** What a key is by its looks; a mistyped one is none. */
  readApiKey(key: string): { environment: Environment } | undefined;
  links: SigningLinks;
  /** Whether the account that a link or bearer was made for may use it still. */
  isAccountValid(signer: Extract<Principal, { kind: 'signer' }>): Promise<boolean>;
  /** The signer before a device, by the sessionId that it holds; throws IN_PERSON_ENDED. */
  inPerson(token: string): Promise<Extract<Principal, { kind: 'signer' }> | undefined>;
  /** The document whose file a download link opens; undefined for what is none, or no longer. */
  fileLink: (token: string) => { documentId: string } | undefined;
  now(): Date;
};

/** Of an operation: which credentials it takes, whether one may come in its body, and whether it leads away from an organization. */
type Asked = Pick<Operation, 'credentials' | 'body' | 'withoutSecondFactor'>;

const LINK_REQUESTS_PER_HOUR = 1000;
/** A revoked key or an ended session works nowhere after this long; in the process that revoked it, at once (ADR 53). */
const REMEMBER_MS = 1000;
const REMEMBERED = 10_000;

/** Under which names a body carries the token: an in-person session is opened with its id. */
const BODY_TOKENS = ['token', 'sessionId'] as const;

export class Authenticator {
  readonly #source: CredentialSource;
  readonly #remembered = new Map<string, { resolved: Resolved; until: number }>();
  #forgotten = 0;

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  /** Ends what is remembered of every credential; every audited change of one does (platform/audit/outdated.ts). */
  forget(): void {
    this.#forgotten += 1;
    this.#remembered.clear();
  }

  /**
   * Undefined when no credential came. Throws UNAUTHORIZED for one that is not good, FORBIDDEN for one of the wrong kind.
   * `isWatched`: nobody did anything, so a session is not kept awake by it. `isKnown` is told whose the credential is, also where it
   * is refused from this address.
   */
  async resolve(
    presented: Presented,
    operation: Asked,
    environment: Environment,
    { isWatched = false, isKnown }: { isWatched?: boolean; isKnown?: (principal: Principal) => void } = {},
  ): Promise<Resolved | undefined> {
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

  /** Where a credential only shows more: one that is not good, or not enough, is as good as none. */
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
    // First what is in the body: whoever opens a link means that signer, whatever account happens to be logged in.
    if (credentials.includes('signing-link')) {
      const token = bodyToken(presented.body);
      // A program may send its key with every request. A token that stands for nobody leaves the decision to that.
      if (token !== undefined && presented.bearer !== undefined) {
        const named = await this.#link(token, operation).catch((error: unknown) => {
          if (isRefusal(error)) return undefined;
          throw error;
        });
        if (named) return named;
      } else if (token !== undefined) return this.#link(token, operation);
    }
    // A public operation answers everybody alike; a credential that happens to come along is not looked at.
    if (credentials.includes('public')) return this.#none(presented, operation);
    if (credentials.includes('file-link')) return this.#fileLink(presented);
    const { bearer, session } = presented;
    if (bearer === null) throw new AppError('UNAUTHORIZED');
    if (bearer !== undefined) {
      if (bearer.startsWith('sk_')) return this.#apiKey(bearer, operation, environment);
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

  /** Who is logged in, for pages that are no operation. Throws UNAUTHORIZED. */
  async signedIn(presented: Presented, environment: Environment): Promise<UserPrincipal> {
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
      // People, roles and settings belong to the live tenant; in the sandbox the same person acts on the other one's documents.
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

  /** Whoever sends no credential where one belongs into the body has left out an input, and is told which. */
  #none({ body: given }: Presented, { credentials, body }: Asked): undefined {
    if (!credentials.includes('signing-link') || body?.kind !== 'json' || !(body.schema instanceof z.ZodObject)) return;
    const { shape } = body.schema;
    const name = BODY_TOKENS.find((one) => one in shape);
    if (name === undefined || (typeof given === 'object' && given !== null && name in given)) return;
    if (name === 'token') throw invalid('token', 'is required: the token of the signing link, here or as a bearer');
    throw invalid('sessionId', 'is required: the session id returned when the session was started');
  }

  /** Before a session that may be there too: whoever has just entered a password means that login. */
  async #loginStep({ loginStep, session }: Presented, operation: Asked): Promise<Resolved | undefined> {
    if (!operation.credentials.includes('login-step') || loginStep === undefined) return undefined;
    const principal = await this.#source.loginStep(loginStep);
    if (principal) return { principal, bucket: `login ${principal.userId}`, limit: LINK_REQUESTS_PER_HOUR };
    if (session === undefined) throw new AppError('LOGIN_STEP_EXPIRED');
    return undefined;
  }

  /** A signing link, the bearer of its session or an in-person session. */
  async #link(token: string, operation: Asked): Promise<Resolved> {
    if (!operation.credentials.includes('signing-link')) throw new AppError('UNAUTHORIZED');
    const principal = this.#source.links.read(token, this.#source.now()) ?? (await this.#source.inPerson(token));
    if (!principal || !(await this.#source.isAccountValid(principal))) throw new AppError('INVALID_LINK');
    const bucket = principal.inPerson ? `in-person ${principal.inPerson.sessionId}` : `link ${principal.signerId}`;
    return { principal, bucket, limit: LINK_REQUESTS_PER_HOUR };
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
      // The plan may have changed since the key was made.
      requireRight(principal.plan, 'apiKeys');
      return {
        resolved: { principal, bucket: `key ${principal.keyId}`, limit: rateLimit, networks },
        until: expiresAt?.getTime(),
      };
    });
    // Judged after the look-up: only who holds the key learns which environment it is for.
    if (read.environment !== environment) throw new AppError('WRONG_ENVIRONMENT');
    if (!operation.credentials.includes('api-key')) refuseKind(operation);
    return resolved;
  }

  /** The operator's programs name the organization they act in; only the platform's own work has none. */
  #service(named: Presented['organization'], operation: Asked, environment: Environment): Promise<Resolved> {
    if (named !== undefined && (typeof named !== 'string' || !/^org_[0-9a-hjkmnp-tv-z]{26}$/.test(named)))
      throw new AppError('ORGANIZATION_NOT_FOUND');
    const isPlatformWork = operation.credentials.includes('service');
    if (!isPlatformWork && !operation.credentials.includes('api-key')) throw new AppError('FORBIDDEN');
    if (!isPlatformWork && named === undefined)
      throw invalid('X-Organization-Id', 'is required with the service credential: the organization to act in');
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
    // Revoked while it was looked up: what was found may be from before, and is good for this request alone.
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

/** Judged at each request, because what is remembered of a credential is the same from wherever it comes. */
function refuseElsewhere({ networks = [] }: Resolved, { address }: Presented): void {
  if (!isWithin(address, networks)) throw new AppError('NETWORK_NOT_ALLOWED', { address });
}

/** No person and no link: a browser's session is told so, where it would else be as good as none. */
function isForPrograms({ credentials }: Asked): boolean {
  return credentials.every((one) => one === 'api-key' || one === 'service' || one === 'cron');
}

function bodyToken(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const token = 'token' in body ? body.token : 'sessionId' in body ? body.sessionId : undefined;
  return typeof token === 'string' ? token : undefined;
}
