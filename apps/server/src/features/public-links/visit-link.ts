/**
 * The operations for a visitor of a public link: open it, request a code, and confirm the code, which creates and sends
 * the document (ADR 155). No response depends on whether an address is known here.
 */
import { addressKey, type Id, LIMITS, type PublicLinkStatus } from '@countersign/contract';
import { requestOrigin } from '../../platform/audit/actor.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { newTenantToken, tenantOfToken } from '../../platform/crypto/tenant-token.ts';
import { constantTimeEqual, hashToken, type SecretKey } from '../../platform/crypto/tokens.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import type { RequestContext } from '../../platform/principal.ts';
import type { SigningLinks } from '../../platform/signing-links.ts';
import { selectLogo } from '../branding/index.ts';
import { selectLinkGeneration } from '../document-core/index.ts';
import type { SendDependencies, Sender } from '../documents/index.ts';
import { refuseTenantWithoutMail, refuseUnreachable } from '../notifications/index.ts';
import { folded, makeDocument, type TemplateRow } from '../templates/index.ts';
import { presentRoles, readUsable } from './check-link.ts';
import { statusOf } from './domain.ts';
import { continuations } from './reactions.ts';
import {
  confirmRequest,
  countCode,
  countDocument,
  countRecentCodes,
  insertRequest,
  type OpenedLink,
  type RecentCodes,
  type RequestRow,
  returnTry,
  selectConfirmed,
  selectOpenedLink,
  takeTry,
} from './store.ts';
import { codeOf, networkHash, readLink } from './tokens.ts';

export type VisitDependencies = SendDependencies & {
  linkKey: SecretKey;
  links: SigningLinks;
  smtp: Mailer | undefined;
  isMailOwnersOnly: boolean;
};
/** The prefix of a token. The token contains the tenant of a request that is waiting for its code. */
const REQUEST = 'start_';

type Opened = { tenantId: Id<'tenant'>; link: OpenedLink; template: TemplateRow | undefined; status: PublicLinkStatus };

export async function openPublicLink(
  dependencies: VisitDependencies,
  token: string,
): Promise<{ status: PublicLinkStatus; title: string | null; organization: string; logo: string | null }> {
  const { tenantId, link, template, status } = await open(dependencies, token);
  const [logo] = await dependencies.uow.read(tenantId, selectLogo(tenantId));
  return {
    status,
    title: template?.name ?? null,
    organization: link.organization,
    logo: logo ? `data:image/png;base64,${logo.png.toString('base64')}` : null,
  };
}

async function open(dependencies: VisitDependencies, token: string): Promise<Opened> {
  const named = readLink(dependencies.linkKey, token);
  if (!named) throw new AppError('INVALID_LINK');
  const opened = await judge(dependencies, named.tenantId, named.linkId);
  if (!opened) throw new AppError('INVALID_LINK');
  return opened;
}

async function judge(
  dependencies: VisitDependencies,
  tenantId: Id<'tenant'>,
  linkId: Id<'publicLink'>,
): Promise<Opened | undefined> {
  const { uow } = dependencies;
  const [link] = await uow.read(tenantId, selectOpenedLink(tenantId, linkId));
  if (!link) return undefined;
  const { template, problem } = await readUsable(dependencies, tenantId, link);
  return { tenantId, link, template, status: statusOf(link, problem, uow.now()) };
}

const closed = (status: PublicLinkStatus): AppError => new AppError('PUBLIC_LINK_CLOSED', { status });

export async function sendPublicLinkCode(
  dependencies: VisitDependencies,
  context: RequestContext,
  { token, name, email, locale }: { token: string; name: string; email: string; locale?: string | undefined },
): Promise<{ request: string; expiresAt: string }> {
  const { uow, linkKey } = dependencies;
  const { tenantId, link, status } = await open(dependencies, token);
  if (status !== 'active') throw closed(status);
  const { environment } = link;
  await refuseTenantWithoutMail(dependencies, { environment, tenantId });
  await refuseUnreachable(dependencies, environment, [{ field: 'email', email }]);
  const request = newTenantToken(REQUEST, tenantId);
  const emailKey = addressKey(email);
  const network = networkHash(linkKey, context.address);
  const expiresAt = await uow.run(tenantId, async (tx) => {
    const forDocument = LIMITS.publicLinkCodesForDocument;
    // The link is locked, so that its codes are counted one after another.
    const [counted] = await tx.query(countCode({ tenantId, id: link.id, now: tx.now, forDocument }));
    if (!counted) throw closed('limit-reached');
    const [recent] = await tx.query(countRecentCodes({ tenantId, emailKey, network, now: tx.now }));
    if (recent) refuseTooMany(recent, tx.now);
    const id = newId('publicLinkRequest', tx.now);
    const until = new Date(tx.now.getTime() + LIMITS.publicLinkCodeMinutes * 60_000);
    tx.write(
      insertRequest({
        tenantId,
        id,
        linkId: link.id,
        hash: hashToken(request),
        email,
        emailKey,
        name,
        locale: locale ?? null,
        network,
        now: tx.now,
        expiresAt: until,
      }),
    );
    uow.recorder.start(tx, tenantId, continuations.codeRequested, { requestId: id });
    return until;
  });
  return { request, expiresAt: expiresAt.toISOString() };
}

const HOUR_MS = 3_600_000;

/** Throws TOO_MANY_CODES with the time after which another code can be requested. */
function refuseTooMany(recent: RecentCodes, now: Date): void {
  const { of_hour: hour, of_day: day, of_network: network } = recent;
  if (hour >= LIMITS.publicLinkCodesAnHour) throw tooMany(recent.first_of_hour, HOUR_MS, now);
  if (day >= LIMITS.publicLinkCodesADay)
    throw tooMany(
      recent.first_of_day,
      24 * HOUR_MS,
      now,
      'Ten codes have been sent to this address in the last 24 hours, which is the limit. Use the most recent one, or wait for the number of seconds in the `Retry-After` header.',
    );
  if (network >= LIMITS.publicLinkCodesOfNetwork)
    throw tooMany(
      recent.first_of_network,
      HOUR_MS,
      now,
      'Too many codes have been requested from this network. Wait for the number of seconds in the `Retry-After` header.',
    );
}

function tooMany(first: Date | null, within: number, now: Date, message?: string): AppError {
  const retryAfter = Math.max(1, Math.ceil(((first ?? now).getTime() + within - now.getTime()) / 1000));
  return new AppError(
    'TOO_MANY_CODES',
    { retryAfterSeconds: retryAfter },
    { retryAfter, ...(message !== undefined && { message }) },
  );
}

export async function confirmPublicLink(
  dependencies: VisitDependencies,
  context: RequestContext,
  { request: token, code }: { request: string; code: string },
): Promise<{ url: string }> {
  const { uow, linkKey } = dependencies;
  const tenantId = tenantOfToken(REQUEST, token);
  if (tenantId === undefined) throw new AppError('PUBLIC_LINK_CODE_EXPIRED');
  const hash = hashToken(token);
  const most = LIMITS.publicLinkCodeTries;
  const [request] = await uow.run(tenantId, (tx) => tx.query(takeTry({ tenantId, hash, now: tx.now, most })));
  if (!request) throw new AppError('PUBLIC_LINK_CODE_EXPIRED');
  // People type codes in groups, or with a trailing space.
  const typed = code.replaceAll(/[\s-]/g, '');
  if (!constantTimeEqual(Buffer.from(typed), Buffer.from(codeOf(linkKey, tenantId, request.id))))
    throw new AppError('PUBLIC_LINK_CODE_WRONG', { attemptsLeft: most - request.tries });
  await uow.run(tenantId, async (tx) => tx.write(returnTry(tenantId, request.id)));
  const signerId = request.signer_id ?? (await createForVisitor(dependencies, context, tenantId, request));
  return { url: await signingUrl(dependencies, context, tenantId, signerId) };
}

async function signingUrl(
  { uow, links }: VisitDependencies,
  { linkBase }: RequestContext,
  tenantId: string,
  signerId: Id<'signer'>,
): Promise<string> {
  const [signer] = await uow.read(tenantId, selectLinkGeneration({ tenantId, signerId }));
  // The document has been erased since the request was confirmed.
  if (!signer) throw new AppError('PUBLIC_LINK_CODE_EXPIRED');
  return links.url(linkBase(), { tenantId, signerId, generation: signer.link_generation });
}

/** Thrown if another request with the same code has created the document. */
class Confirmed extends Error {}
/** Thrown if the link has been paused or has reached its limit since it was read. */
class NoLonger extends Error {}

async function createForVisitor(
  dependencies: VisitDependencies,
  context: RequestContext,
  tenantId: Id<'tenant'>,
  request: RequestRow,
): Promise<Id<'signer'>> {
  const { uow } = dependencies;
  const opened = await judge(dependencies, tenantId, request.link_id);
  if (!opened) throw new AppError('PUBLIC_LINK_CODE_EXPIRED');
  const { link, template, status } = opened;
  if (status !== 'active' || !template) throw closed(status);
  await refuseTenantWithoutMail(dependencies, { environment: link.environment, tenantId });
  const sender: Sender = {
    tenantId,
    userId: link.owner_id,
    // The document is sent on behalf of the link's owner. The entry names the link through which the document was
    // created.
    party: { kind: 'user', id: link.owner_id },
    evidence: { public_link: link.id },
    requestId: context.requestId,
  };
  const { email, name, locale } = request;
  const visitor = { role: link.role, email, name, ...(locale !== null && { locale }) };
  // Recipients are in the order of the roles.
  const visitorAt = presentRoles(template, link).findIndex(({ name: own }) => folded(own) === folded(link.role));
  let signerId: Id<'signer'> | undefined;
  try {
    await makeDocument(dependencies, sender, template, {
      instance: {
        signers: [...link.signers, visitor],
        values: {},
        variables: {},
        publicLink: link.id,
        sending: {},
        send: true,
      },
      sent: async (tx, trail, { id: documentId, sending }) => {
        const visitorId = sending?.plan.signers[visitorAt]?.id;
        if (visitorId === undefined)
          throw new Error('a document from a public link was sent without the visitor as a signer');
        signerId = visitorId;
        const [first] = await tx.query(confirmRequest({ tenantId, id: request.id, documentId, signerId: visitorId }));
        if (!first) throw new Confirmed();
        const [counted] = await tx.query(countDocument({ tenantId, id: link.id, now: tx.now }));
        if (!counted) throw new NoLonger();
        await trail.record(confirmedEntry(context, visitorId, { request, link }));
      },
    });
  } catch (error) {
    if (error instanceof Confirmed) {
      const [confirmed] = await uow.read(tenantId, selectConfirmed(tenantId, request.id));
      if (confirmed?.signer_id) return confirmed.signer_id;
      throw new AppError('PUBLIC_LINK_CODE_EXPIRED');
    }
    if (error instanceof NoLonger) {
      const now = await judge(dependencies, tenantId, link.id);
      throw closed(now && now.status !== 'active' ? now.status : 'limit-reached');
    }
    // The visitor cannot fix any of these errors, so the response reveals nothing about the organization.
    if (error instanceof ValidationError || (error instanceof AppError && OF_OWNER.has(error.code)))
      throw closed('unusable');
    throw error;
  }
  if (signerId === undefined) throw new Error('a document was created but not sent');
  return signerId;
}

/** Errors that only the owner of the link can fix. */
const OF_OWNER: ReadonlySet<string> = new Set(['PLAN_REQUIRED', 'TEMPLATE_NOT_FOUND']);

function confirmedEntry(
  context: RequestContext,
  signerId: Id<'signer'>,
  { request, link }: { request: RequestRow; link: OpenedLink },
) {
  const party = { kind: 'signer', id: signerId } as const;
  return {
    action: 'signer.address-confirmed',
    actor: party,
    target: party,
    data: { public_link: link.id, request: request.id, via: request.code_via ?? 'smtp' },
    personal: {
      personId: signerId,
      fields: { ...requestOrigin(context), email: request.email, name: request.name },
    },
  } as const;
}
