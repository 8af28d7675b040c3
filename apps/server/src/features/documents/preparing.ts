/**
 * Links with which an application shows the editor of one draft in a frame. Frames of other sites get no cookies, so
 * the page exchanges the link for a bearer token. The token acts as the API key that created the link, on this document
 * only (ADR 145).
 */
import {
  type Environment,
  type Id,
  type InputOf,
  LIMITS,
  type operations,
  type OrganizationSettings,
  originInAddress,
  readSettings,
} from '@countersign/contract';
import { auditActor, requestOrigin } from '../../platform/audit/actor.ts';
import { newTenantToken, tenantOfToken } from '../../platform/crypto/tenant-token.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { type CredentialSource, PREPARING_TOKEN } from '../../platform/invoke/credentials.ts';
import type { ApiKeyPrincipal, RequestContext, ServicePrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideSend, loadDocument, refuseUnless } from '../document-core/index.ts';
import { lockDocument, selectStatus } from '../document-core/store/index.ts';
import {
  endBearers,
  insertPreparingLink,
  type PreparingRow,
  selectByBearer,
  selectPreparingLink,
  usePreparingLink,
} from './preparing-store.ts';
import { selectSettings } from './sender-store.ts';

const settingsOf = async (uow: UnitOfWork, tenantId: string): Promise<OrganizationSettings> => {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  return readSettings(row?.settings ?? {});
};

type Program = ApiKeyPrincipal | ServicePrincipal;

const newToken = (tenantId: string): string => newTenantToken(PREPARING_TOKEN, tenantId);
const tenantOf = (token: string): string | undefined => tenantOfToken(PREPARING_TOKEN, token);

export async function createPreparingLink(
  uow: UnitOfWork,
  context: RequestContext<Program>,
  documentId: Id<'document'>,
  { origin, canSend }: InputOf<(typeof operations)['createPreparingLink']>['body'],
): Promise<{ url: string; expiresAt: string }> {
  const { principal } = context;
  const { tenantId, organizationId } = principal;
  await loadDocument(uow, principal, documentId);
  const { allowed_origins: allowed } = await settingsOf(uow, tenantId);
  if (origin !== undefined && !allowed.includes(origin))
    throw invalid('origin', "must be in the organization's allowed_origins");
  const token = newToken(tenantId);
  const expiresAt = await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
    ]);
    const [document] = rows[0];
    if (!document || document.deleted_at) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    refuseUnless(decideSend(document));
    const until = new Date(tx.now.getTime() + LIMITS.embeddedLinkMinutes * 60_000);
    tx.write(
      insertPreparingLink({
        tenantId,
        hash: hashToken(token),
        documentId,
        keyId: principal.kind === 'api-key' ? principal.keyId : null,
        organizationId,
        userId: principal.userId,
        environment: context.environment,
        origin: origin ?? null,
        canSend,
        now: tx.now,
        expiresAt: until,
      }),
    );
    await trail.record({
      action: 'document.preparing-link-issued',
      actor: auditActor(principal),
      target: { kind: 'document', id: documentId },
      data: {
        expires_at: until.toISOString(),
        ...(origin !== undefined && { origin }),
        ...(!canSend && { can_send: false }),
      },
      personal: { personId: principal.userId, fields: requestOrigin(context) },
    });
    return until;
  });
  const query = new URLSearchParams({
    ...(allowed.length > 0 && { embed: tenantId }),
    ...(origin !== undefined && { origin: originInAddress(origin) }),
  });
  const path = `${context.environment === 'sandbox' ? '/sandbox' : ''}/prepare${query.size > 0 ? `?${query.toString()}` : ''}`;
  return { url: `${context.linkBase()}${path}#${token}`, expiresAt: expiresAt.toISOString() };
}

type Opening = { token: string; embed?: string | undefined; origin?: string | undefined };
type Opened = {
  bearer: string;
  expiresAt: string;
  documentId: Id<'document'>;
  canSend: boolean;
  settings: Pick<OrganizationSettings, 'default_expiration_days' | 'default_reminders'>;
};

export async function openPreparingSession(
  { uow, credentials }: { uow: UnitOfWork; credentials: Pick<CredentialSource, 'keyById'> },
  context: RequestContext,
  { token, embed, origin }: Opening,
): Promise<Opened> {
  const tenantId = tenantOf(token);
  if (tenantId === undefined) throw new AppError('INVALID_LINK');
  const hash = hashToken(token);
  const [link] = await uow.read(tenantId, selectPreparingLink(tenantId, hash));
  if (!link || link.environment !== context.environment) throw new AppError('INVALID_LINK');
  // The page's URL determined which pages may frame the editor. The link must name the same pages.
  if (
    (embed !== undefined && embed !== tenantId) ||
    origin !== (link.origin === null ? undefined : originInAddress(link.origin))
  )
    throw new AppError('INVALID_LINK');
  // The links of a revoked key have ended. The link is not marked as used, because nothing was opened with it.
  if (link.key_id !== null && !(await credentials.keyById(tenantId, link.key_id))) throw new AppError('INVALID_LINK');
  const documentId = link.document_id;
  const bearer = newToken(tenantId);
  const until = await uow.run(tenantId, async (tx) => {
    const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
      lockDocument({ tenantId, documentId }),
    ]);
    const [document] = rows[0];
    if (!document || document.deleted_at || document.status !== 'draft') throw new AppError('INVALID_LINK');
    const end = new Date(tx.now.getTime() + LIMITS.preparingSessionMinutes * 60_000);
    const [used] = await tx.query(
      usePreparingLink({ tenantId, hash, bearer: hashToken(bearer), until: end, now: tx.now }),
    );
    if (!used) throw new AppError('INVALID_LINK');
    const target = { kind: 'document', id: documentId } as const;
    await trail.record({
      action: 'document.preparing-link-used',
      // Only the application knows which person is using the frame.
      actor: link.key_id === null ? { kind: 'service', id: 'service' } : { kind: 'api-key', id: link.key_id },
      target,
      data: { expires_at: end.toISOString() },
      personal: { personId: link.user_id, fields: requestOrigin(context) },
    });
    return end;
  });
  const { default_expiration_days, default_reminders } = await settingsOf(uow, tenantId);
  const settings = { default_expiration_days, default_reminders };
  return { bearer, expiresAt: until.toISOString(), documentId, canSend: link.can_send, settings };
}

type Owners = {
  key: (tenantId: string, keyId: string) => Promise<ApiKeyPrincipal | undefined>;
  service: (organizationId: string, environment: Environment) => Promise<ServicePrincipal | undefined>;
};

/** Returns undefined if the token is unknown or expired, or if its key was revoked. */
export async function authenticatePreparing(
  uow: UnitOfWork,
  token: string,
  owners: Owners,
): Promise<{ principal: Program; environment: Environment } | undefined> {
  const tenantId = tenantOf(token);
  if (tenantId === undefined) return undefined;
  const [row] = await uow.read(tenantId, selectByBearer(tenantId, hashToken(token), uow.now()));
  if (!row || !(await isPrepared(uow, tenantId, row))) return undefined;
  const principal = await principalOf(row, tenantId, owners);
  return principal && { principal, environment: row.environment };
}

/** How long the editor can still read the document after sending it. */
const AFTER_SENDING_MS = 60_000;

/** True for a draft, and for a short time after the editor has sent it. */
async function isPrepared(
  uow: UnitOfWork,
  tenantId: string,
  { document_id: documentId, bearer_until: until }: PreparingRow & { bearer_until: Date },
): Promise<boolean> {
  if (until.getTime() - uow.now().getTime() <= AFTER_SENDING_MS) return true;
  const [document] = await uow.read(tenantId, selectStatus({ tenantId, documentId, owner: null }));
  return document?.status === 'draft';
}

async function principalOf(row: PreparingRow, tenantId: string, owners: Owners): Promise<Program | undefined> {
  const limits = { onlyDocument: row.document_id, ...(!row.can_send && { onlySaves: true as const }) };
  if (row.key_id === null) {
    const service = await owners.service(row.organization_id, row.environment);
    return service && { ...service, ...limits };
  }
  const key = await owners.key(tenantId, row.key_id);
  // The editor can read the draft regardless of the key's permissions.
  return key && { ...key, ...limits, scopes: key.scopes.includes('documents:write') ? EDITOR_SCOPES : [] };
}
const EDITOR_SCOPES = ['documents:read', 'documents:write'] as const;

/** The sending options that the editor sets. The application sets all other options, such as `callbackUrl`. */
const OF_EDITOR: ReadonlySet<string> = new Set<keyof InputOf<(typeof operations)['sendForSigning']>['body']>([
  'signers',
  'fields',
  'draftRevision',
  'placeTags',
  'signingOrder',
  'expirationDays',
  'emailSubject',
  'emailMessage',
  'reminders',
  'acceptWarnings',
  'sendAt',
]);

const preparedDocument = (principal: RequestContext['principal']): Id<'document'> | undefined =>
  'onlyDocument' in principal ? principal.onlyDocument : undefined;

export function refuseForPreparing(principal: RequestContext['principal'], body: object): void {
  if (preparedDocument(principal) === undefined) return;
  for (const [member, value] of Object.entries(body))
    if (value !== undefined && !OF_EDITOR.has(member))
      throw invalid(member, 'cannot be set with the token of a preparation link');
}

/** The token stays valid for a short time, so that the editor can read the result. */
export async function endPreparing(uow: UnitOfWork, { principal }: RequestContext): Promise<void> {
  const documentId = preparedDocument(principal);
  if (documentId === undefined || !('tenantId' in principal)) return;
  const { tenantId } = principal;
  await uow.run(tenantId, async (tx) => {
    tx.write(endBearers(tenantId, documentId, new Date(tx.now.getTime() + AFTER_SENDING_MS)));
  });
}
