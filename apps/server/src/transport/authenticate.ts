/** Who sends a request: one of the credentials that its operation takes. */
import type { Credential, Environment, Operation, Role } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import { hashToken } from '../platform/crypto/tokens.ts';
import { AppError } from '../platform/errors.ts';
import type { Principal } from '../platform/principal.ts';
import type { SigningLinks } from '../platform/signing-links.ts';

export type Resolved = {
  principal: Principal;
  bucket: string;
  /** Requests an hour; null is unlimited. */ limit: number | null;
};

/** How credentials are looked up; features give the functions, transport knows no feature. */
export type CredentialSource = {
  session(token: string): Promise<{ principal: Extract<Principal, { kind: 'user' }>; plan: string } | undefined>;
  apiKey(
    key: string,
  ): Promise<
    { principal: Extract<Principal, { kind: 'api-key' }>; rateLimit: number | null; expiresAt: Date | null } | undefined
  >;
  /** What a key is by its looks; a mistyped one is none. */
  readApiKey(key: string): { environment: Environment } | undefined;
  links: SigningLinks;
  /** The document whose file a download link opens; undefined for what is none, or no longer. */
  fileLink: (token: string) => { documentId: string } | undefined;
  now(): Date;
};

export const SESSION_COOKIE = 'countersign_session';
export const SECURE_SESSION_COOKIE = '__Host-countersign_session';
const LINK_REQUESTS_PER_HOUR = 1000;
/** A revoked key or an ended session works nowhere after this long; in the process that revoked it, at once. */
const REMEMBER_MS = 1000;
const REMEMBERED = 10_000;

const PLAN_LIMITS: Record<string, number | null> = {
  free: 1000,
  'small-team': 1000,
  'medium-team': 1000,
  'large-team': 5000,
  enterprise: null,
};
function planLimit(plan: string): number | null {
  const limit = PLAN_LIMITS[plan];
  return limit === undefined ? 1000 : limit;
}

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export class Authenticator {
  readonly #source: CredentialSource;
  readonly #remembered = new Map<string, { resolved: Resolved; until: number }>();

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  /** Ends what is remembered of every credential; called where one is revoked. */
  forget(): void {
    this.#remembered.clear();
  }

  /** Undefined when no credential came. Throws UNAUTHORIZED for one that is not good, FORBIDDEN for one of the wrong kind. */
  async resolve(
    request: FastifyRequest,
    operation: Operation,
    environment: Environment,
  ): Promise<Resolved | undefined> {
    // A public operation answers everybody alike; a credential that happens to come along is not looked at.
    if (operation.credentials.includes('public')) return undefined;
    if (operation.credentials.includes('file-link')) return this.#fileLink(request);
    const bearer = bearerOf(request);
    if (bearer !== undefined) {
      return bearer.startsWith('sk_') ? this.#apiKey(bearer, operation, environment) : this.link(bearer, operation);
    }
    const cookie = request.cookies[SECURE_SESSION_COOKIE] ?? request.cookies[SESSION_COOKIE];
    if (cookie === undefined || !operation.credentials.includes('session')) return undefined;
    return this.#remember(`session ${hashToken(cookie).toString('base64')}`, async () => {
      const found = await this.#source.session(cookie);
      if (!found) throw new AppError('UNAUTHORIZED');
      const { principal, plan } = found;
      return { resolved: { principal, bucket: `user ${principal.userId}`, limit: planLimit(plan) } };
    });
  }

  /** A signing link or the bearer of its session, from the Authorization header or from the body. */
  link(token: string, operation: Operation): Resolved {
    if (!operation.credentials.includes('signing-link')) throw new AppError('UNAUTHORIZED');
    const principal = this.#source.links.read(token, this.#source.now());
    if (!principal) throw new AppError('INVALID_LINK');
    return { principal, bucket: `link ${principal.signerId}`, limit: LINK_REQUESTS_PER_HOUR };
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
      const { principal, rateLimit, expiresAt } = found;
      return {
        resolved: { principal, bucket: `key ${principal.keyId}`, limit: rateLimit },
        until: expiresAt?.getTime(),
      };
    });
    // Judged after the look-up: only who holds the key learns which environment it is for.
    if (read.environment !== environment) throw new AppError('WRONG_ENVIRONMENT');
    if (!operation.credentials.includes('api-key')) throw new AppError('FORBIDDEN');
    return resolved;
  }

  async #remember(
    name: string,
    find: () => Promise<{ resolved: Resolved; until?: number | undefined }>,
  ): Promise<Resolved> {
    const now = this.#source.now().getTime();
    const kept = this.#remembered.get(name);
    if (kept && kept.until > now) return kept.resolved;
    const { resolved, until } = await find();
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, { resolved, until: Math.min(now + REMEMBER_MS, until ?? Number.POSITIVE_INFINITY) });
    return resolved;
  }
}

/** Role and scopes; the target itself is judged by the use case, where forbidden looks like absent. */
export function authorize(operation: Operation, principal: Principal): void {
  if (principal.kind === 'public') {
    const open = operation.credentials.includes('public') || operation.credentials.includes('file-link');
    if (!open) throw new AppError('UNAUTHORIZED');
    return;
  }
  if (principal.kind === 'signer') return;
  const kind: Credential = principal.kind === 'user' ? 'session' : 'api-key';
  if (!operation.credentials.includes(kind)) throw new AppError('FORBIDDEN');
  if (operation.role && RANK[principal.role] < RANK[operation.role]) throw new AppError('FORBIDDEN');
  if (principal.kind === 'api-key' && operation.scope && !principal.scopes.includes(operation.scope)) {
    throw new AppError(
      'FORBIDDEN',
      { scope: operation.scope },
      { message: `This key lacks the scope ${operation.scope}.` },
    );
  }
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
