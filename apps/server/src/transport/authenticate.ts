/** Who sends a request: one of the credentials that its operation takes. */
import { type Credential, type Environment, type Operation, planRights, type Role } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../platform/crypto/tokens.ts';
import { AppError, invalid } from '../platform/errors.ts';
import { isBound, type Principal } from '../platform/principal.ts';
import type { SigningLinks } from '../platform/signing-links.ts';
import { requireStepUp } from '../platform/step-up.ts';
import { readCookie } from './cookies.ts';

export type Resolved = {
  principal: Principal;
  bucket: string;
  /** Requests an hour; null is unlimited. */ limit: number | null;
};

/** How credentials are looked up; features give the functions, transport knows no feature. */
export type CredentialSource = {
  session(
    token: string,
    /** Who used it from where; undefined when nobody did, and it is only looked at. */
    from: { address: string; userAgent: string } | undefined,
  ): Promise<{ principal: Extract<Principal, { kind: 'user' }>; plan: string } | undefined>;
  /** Between a right password and the second factor. */
  loginStep(token: string): Promise<Extract<Principal, { kind: 'login-step' }> | undefined>;
  apiKey(key: string): Promise<
    | {
        principal: Extract<Principal, { kind: 'api-key' }>;
        rateLimit: number | null;
        expiresAt: Date | null;
        plan: string;
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
  accountStands(signer: Extract<Principal, { kind: 'signer' }>): Promise<boolean>;
  /** The signer before a device, by the sessionId that it holds; throws IN_PERSON_ENDED. */
  inPerson(token: string): Promise<Extract<Principal, { kind: 'signer' }> | undefined>;
  /** The document whose file a download link opens; undefined for what is none, or no longer. */
  fileLink: (token: string) => { documentId: string } | undefined;
  now(): Date;
};

const LINK_REQUESTS_PER_HOUR = 1000;
/** A revoked key or an ended session works nowhere after this long; in the process that revoked it, at once. */
const REMEMBER_MS = 1000;
const REMEMBERED = 10_000;

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export class Authenticator {
  readonly #source: CredentialSource;
  readonly #baseUrl: () => string;
  readonly #remembered = new Map<string, { resolved: Resolved; until: number }>();
  #forgotten = 0;

  constructor(source: CredentialSource, baseUrl: () => string) {
    this.#source = source;
    this.#baseUrl = baseUrl;
  }

  /** Ends what is remembered of every credential; called where one is revoked. */
  forget(): void {
    this.#forgotten += 1;
    this.#remembered.clear();
  }

  /** Undefined when no credential came. Throws UNAUTHORIZED for one that is not good, FORBIDDEN for one of the wrong kind. */
  async resolve(
    request: FastifyRequest,
    operation: Operation,
    environment: Environment,
    { isWatched = false } = {},
  ): Promise<Resolved | undefined> {
    // A public operation answers everybody alike; a credential that happens to come along is not looked at.
    if (operation.credentials.includes('public')) return undefined;
    if (operation.credentials.includes('file-link')) return this.#fileLink(request);
    const bearer = bearerOf(request);
    if (bearer !== undefined) {
      if (bearer.startsWith('sk_')) return this.#apiKey(bearer, operation, environment);
      const secret = this.#source.operatorSecret(bearer);
      if (secret === 'service') return this.#service(request, operation, environment);
      if (secret === 'cron') return { principal: { kind: 'cron' }, bucket: 'cron', limit: LINK_REQUESTS_PER_HOUR };
      return this.link(bearer, operation);
    }
    const step = await this.#loginStep(request, operation);
    if (step) return step;
    const cookie = readCookie(request, 'session', this.#baseUrl());
    if (cookie === undefined || (!operation.credentials.includes('session') && !isForPrograms(operation)))
      return undefined;
    return this.#remember(`session ${environment} ${hashToken(cookie).toString('base64')}`, async () => {
      const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      const found = await this.#source.session(cookie, isWatched ? undefined : from);
      if (!found) throw new AppError('UNAUTHORIZED');
      const { principal, plan } = found;
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
          limit: planRights(plan).requestsPerHour,
        },
      };
    });
  }

  /** Before a session that may be there too: whoever has just entered a password means that login. */
  async #loginStep(request: FastifyRequest, operation: Operation): Promise<Resolved | undefined> {
    if (!operation.credentials.includes('login-step')) return undefined;
    const token = readCookie(request, 'login', this.#baseUrl());
    if (token === undefined) return undefined;
    const principal = await this.#source.loginStep(token);
    if (principal) return { principal, bucket: `login ${principal.userId}`, limit: LINK_REQUESTS_PER_HOUR };
    if (readCookie(request, 'session', this.#baseUrl()) === undefined) throw new AppError('LOGIN_STEP_EXPIRED');
    return undefined;
  }

  /** A signing link, the bearer of its session or an in-person session, from the Authorization header or from the body. */
  async link(token: string, operation: Operation): Promise<Resolved> {
    if (!operation.credentials.includes('signing-link')) throw new AppError('UNAUTHORIZED');
    const principal = this.#source.links.read(token, this.#source.now()) ?? (await this.#source.inPerson(token));
    if (!principal || !(await this.#source.accountStands(principal))) throw new AppError('INVALID_LINK');
    const bucket = principal.inPerson ? `in-person ${principal.inPerson.sessionId}` : `link ${principal.signerId}`;
    return { principal, bucket, limit: LINK_REQUESTS_PER_HOUR };
  }

  #fileLink(request: FastifyRequest): Resolved {
    const { token } = request.params as { token: string };
    const file = this.#source.fileLink(token);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    return { principal: { kind: 'public' }, bucket: `file ${file.documentId}`, limit: LINK_REQUESTS_PER_HOUR };
  }

  async #apiKey(key: string, operation: Operation, environment: Environment): Promise<Resolved> {
    const read = this.#source.readApiKey(key);
    if (!read) throw new AppError('UNAUTHORIZED');
    const resolved = await this.#remember(`key ${hashToken(key).toString('base64')}`, async () => {
      const found = await this.#source.apiKey(key);
      if (!found) throw new AppError('UNAUTHORIZED');
      const { principal, rateLimit, expiresAt, plan } = found;
      // The plan has changed since the key was made.
      if (!planRights(plan).apiKeys) throw new AppError('PLAN_REQUIRED', { plan });
      return {
        resolved: { principal, bucket: `key ${principal.keyId}`, limit: rateLimit },
        until: expiresAt?.getTime(),
      };
    });
    // Judged after the look-up: only who holds the key learns which environment it is for.
    if (read.environment !== environment) throw new AppError('WRONG_ENVIRONMENT');
    if (!operation.credentials.includes('api-key')) refuseKind(operation);
    return resolved;
  }

  /** The operator's programs name the organization they act in; only the platform's own work has none. */
  #service(request: FastifyRequest, operation: Operation, environment: Environment): Promise<Resolved> {
    const named = request.headers['x-organization-id'];
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

/** No person and no link: a browser's session is told so, where it would else be as good as none. */
function isForPrograms({ credentials }: Operation): boolean {
  return credentials.every((one) => one === 'api-key' || one === 'service' || one === 'cron');
}

const IN_WORDS: Record<Credential, string> = {
  session: 'a session',
  'login-step': 'a login between its two steps',
  'api-key': 'an API key',
  service: 'the service credential',
  cron: 'the secret of scheduled jobs',
  'signing-link': 'a signing link',
  'file-link': 'a download link',
  public: 'anybody',
};

/** Throws FORBIDDEN with what would have done. */
function refuseKind({ credentials }: Operation): never {
  const words = credentials.map((one) => IN_WORDS[one]).join(' or ');
  throw new AppError('FORBIDDEN', {}, { message: `This operation takes ${words} only.` });
}

/** Role and scopes; the target itself is judged by the use case, where forbidden looks like absent. */
export function authorize(operation: Operation, principal: Principal): void {
  const takes = (credential: Credential): boolean => operation.credentials.includes(credential);
  switch (principal.kind) {
    case 'public':
      if (!takes('public') && !takes('file-link')) throw new AppError('UNAUTHORIZED');
      return;
    case 'signer':
      return;
    case 'login-step':
      if (!takes('login-step')) throw new AppError('UNAUTHORIZED');
      return;
    case 'cron':
      if (!takes('cron')) throw new AppError('FORBIDDEN');
      return;
    case 'service':
      // The organization that runs the installation is what platform work is allowed by; others cannot lend it.
      if (!takes('api-key') && !(takes('service') && principal.isOperator)) throw new AppError('FORBIDDEN');
      return;
    case 'user':
    case 'api-key':
      authorizeMember(operation, principal);
  }
}

/** What its organization requires and a session has not (yet); see `lacksSecondFactor`. */
export function refuseWithoutSecondFactor(principal: Extract<Principal, { kind: 'user' }>): void {
  if (!principal.lacksSecondFactor) return;
  if (isBound(principal))
    throw new AppError(
      'TWO_FACTOR_REQUIRED',
      { method: principal.method },
      {
        message:
          'This organization requires a second factor, and your identity provider did not say that it asked for one. Sign in there with a second factor.',
      },
    );
  throw new AppError('TWO_FACTOR_REQUIRED', { setup: ['/api/auth/2fa/setup', '/api/auth/passkeys/options'] });
}

function authorizeMember(operation: Operation, principal: Extract<Principal, { kind: 'user' | 'api-key' }>): void {
  const { credentials, role, scope, stepUp } = operation;
  if (!credentials.includes(principal.kind === 'user' ? 'session' : 'api-key')) refuseKind(operation);
  if (role && RANK[principal.role] < RANK[role]) throw new AppError('FORBIDDEN');
  if (principal.kind === 'user' && operation.withoutSecondFactor !== true) refuseWithoutSecondFactor(principal);
  if (principal.kind === 'user' && stepUp) requireStepUp(principal, stepUp);
  if (principal.kind === 'api-key' && scope && !principal.scopes.includes(scope))
    throw new AppError('FORBIDDEN', { scope }, { message: `This key lacks the scope ${scope}.` });
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const match = /^Bearer +([\x21-\x7e]{1,400})$/i.exec(header);
  if (!match?.[1]) throw new AppError('UNAUTHORIZED');
  return match[1];
}

/**
 * Cross-site request forgery: what changes something and rests on a cookie must come from our own pages. Browsers say so in
 * Sec-Fetch-Site, older ones in Origin; programs send neither and have no cookie that somebody else could ride on.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.headers.authorization !== undefined) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');
    return;
  }
  const { origin } = request.headers;
  if (origin !== undefined && hostOf(origin) !== request.host) throw new AppError('CROSS_SITE_REQUEST');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
