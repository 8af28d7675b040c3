/** Creates, lists, changes and deletes the public links of a template. */
import { type Id, LIMITS, type PublicLink, type PublicLinkChange, type PublicLinkInput } from '@countersign/contract';
import { auditActor, requestOrigin } from '../../platform/audit/actor.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { qrCode } from '../../platform/qr-code.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { ownDocumentsOnly } from '../document-core/index.ts';
import { loadTemplate, lockTemplate, templateNotFound } from '../templates/index.ts';
import { type CheckDependencies, checkPeople, readUsable } from './check-link.ts';
import { documentsOfDay, statusOf } from './domain.ts';
import {
  countLinks,
  deleteLink,
  insertLink,
  type LinkRow,
  lockLink,
  selectLink,
  selectLinks,
  updateLink,
} from './store.ts';
import { linkUrl } from './tokens.ts';

export type ManageDependencies = CheckDependencies & { linkKey: SecretKey };
type Context = RequestContext<MemberPrincipal>;
type Target = { id: Id<'template'>; linkId: Id<'publicLink'> };

export async function createPublicLink(
  dependencies: ManageDependencies,
  context: Context,
  templateId: Id<'template'>,
  { role, signers, dailyLimit, expiresAt }: PublicLinkInput,
): Promise<PublicLink> {
  const { uow } = dependencies;
  const { tenantId, userId: ownerId } = context.principal;
  const template = await loadTemplate(uow, context.principal, templateId);
  const until = readExpiry(expiresAt, uow.now());
  await checkPeople(dependencies, template, { role, signers });
  const row = await uow.run(tenantId, async (tx) => {
    // The lock serializes requests that count the links of a template, and keeps the template from being erased.
    const [locked] = await tx.query(lockTemplate(tenantId, templateId, ownDocumentsOnly(context.principal)));
    if (!locked || locked.deleted_at) throw templateNotFound(templateId);
    const [links] = await tx.query(countLinks(tenantId, templateId));
    if ((links?.count ?? 0) >= LIMITS.publicLinks) throw new AppError('TOO_MANY_PUBLIC_LINKS', { templateId });
    const id = newId('publicLink', tx.now);
    const people = JSON.stringify(signers);
    tx.write(
      insertLink({
        tenantId,
        id,
        templateId,
        ownerId,
        role,
        signers: people,
        dailyLimit,
        expiresAt: until,
        now: tx.now,
      }),
    );
    await note(uow, tx, context, templateId, {
      action: 'template.link-created',
      data: { link: id, daily_limit: dailyLimit, expires_at: until?.toISOString() ?? null },
    });
    return certainRow(await tx.query(selectLink(tenantId, templateId, id, null)));
  });
  return view(dependencies, context, row);
}

export async function listPublicLinks(
  dependencies: ManageDependencies,
  context: Context,
  templateId: Id<'template'>,
): Promise<PublicLink[]> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  await loadTemplate(uow, context.principal, templateId);
  const rows = await uow.read(tenantId, selectLinks(tenantId, templateId, ownDocumentsOnly(context.principal)));
  return Promise.all(rows.map((row) => view(dependencies, context, row)));
}

export async function updatePublicLink(
  dependencies: ManageDependencies,
  context: Context,
  target: Target,
  { paused, signers, dailyLimit, expiresAt }: PublicLinkChange,
): Promise<PublicLink> {
  const { uow } = dependencies;
  const { tenantId } = context.principal;
  const template = await loadTemplate(uow, context.principal, target.id);
  const until = readExpiry(expiresAt, uow.now());
  if (signers) await checkPeople(dependencies, template, { role: (await load(uow, context, target)).role, signers });
  const row = await withLink(uow, context, target, async (tx, before) => {
    tx.write(
      updateLink({
        tenantId,
        id: before.id,
        paused: paused ?? before.paused,
        signers: JSON.stringify(signers ?? before.signers),
        dailyLimit: dailyLimit ?? before.daily_limit,
        expiresAt: expiresAt === undefined ? before.expires_at : until,
        now: tx.now,
      }),
    );
    await note(uow, tx, context, target.id, {
      action: 'template.link-changed',
      data: {
        link: before.id,
        ...(paused !== undefined && { paused }),
        ...(signers && { signers: signers.length }),
        ...(dailyLimit !== undefined && { daily_limit: dailyLimit }),
        ...(expiresAt !== undefined && { expires_at: until?.toISOString() ?? null }),
      },
    });
  });
  return view(dependencies, context, row);
}

export async function deletePublicLink(uow: UnitOfWork, context: Context, target: Target): Promise<void> {
  const { tenantId } = context.principal;
  await loadTemplate(uow, context.principal, target.id);
  await withLink(uow, context, target, async (tx, { id, documents }) => {
    tx.write(deleteLink(tenantId, id));
    await note(uow, tx, context, target.id, { action: 'template.link-deleted', data: { link: id, documents } });
  });
}

/** Members see their own links. Administrators see all links. */
async function load(uow: UnitOfWork, { principal }: Context, { id, linkId }: Target): Promise<LinkRow> {
  const { tenantId } = principal;
  const [row] = await uow.read(tenantId, selectLink(tenantId, id, linkId, ownDocumentsOnly(principal)));
  if (!row) throw new AppError('PUBLIC_LINK_NOT_FOUND', { linkId });
  return row;
}

/** Runs work with the link locked. @returns the link as the work left it, or as it was before if the work deleted it */
function withLink(
  uow: UnitOfWork,
  { principal }: Context,
  { id, linkId }: Target,
  work: (tx: Tx, row: LinkRow) => Promise<void>,
): Promise<LinkRow> {
  const { tenantId } = principal;
  const select = selectLink(tenantId, id, linkId, ownDocumentsOnly(principal));
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockLink(tenantId, id, linkId));
    const [before] = await tx.query(select);
    if (!before) throw new AppError('PUBLIC_LINK_NOT_FOUND', { linkId });
    await work(tx, before);
    const [after] = await tx.query(select);
    return after ?? before;
  });
}

/** Parses an expiry date. Undefined and null mean that the link never expires. */
function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null;
  const at = new Date(given);
  if (at <= now) throw invalid('expiresAt', 'must be in the future');
  return at;
}

async function view(
  dependencies: ManageDependencies,
  { principal: { tenantId }, linkBase }: Context,
  row: LinkRow,
): Promise<PublicLink> {
  const { uow, linkKey } = dependencies;
  const now = uow.now();
  const { problem } = await readUsable(dependencies, tenantId, row);
  const url = linkUrl(linkKey, linkBase(), tenantId, row.id);
  return {
    id: row.id,
    template_id: row.template_id,
    url,
    qr_code: qrCode(url),
    status: statusOf(row, problem, now),
    problem,
    role: row.role,
    signers: row.signers,
    paused: row.paused,
    daily_limit: row.daily_limit,
    expires_at: row.expires_at?.toISOString() ?? null,
    documents: row.documents,
    documents_of_day: documentsOfDay(row, now),
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

type Note = {
  action: 'template.link-created' | 'template.link-changed' | 'template.link-deleted';
  data: Record<string, string | number | boolean | null>;
};

function note(uow: UnitOfWork, tx: Tx, context: Context, templateId: string, { action, data }: Note): Promise<void> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  return uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor: auditActor(principal),
    target: { kind: 'template', id: templateId },
    data,
    personal: { personId: userId, fields: requestOrigin(context) },
  });
}
