/**
 * Creates versions, shares, deletes and restores templates. Each change is made under the template's lock, and only by
 * people who may edit the template.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Template, TemplateChange, Id } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import type { AuditAction } from '../../platform/audit/actions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { foldTitle } from '../document-core/index.ts';
import { checkContent } from './content.ts';
import {
  insertVersion,
  lockTemplate,
  selectTemplate,
  takeBack,
  type TemplateContent,
  type TemplateRow,
  updateTemplateRow,
} from './store.ts';
import { mayEdit, seenBy, templateNotFound, templateView } from './view.ts';

type Context = RequestContext<MemberPrincipal>;

export function updateTemplate(
  uow: UnitOfWork,
  context: Context,
  id: string,
  { version: expected, name, description, metadata, ...change }: TemplateChange,
): Promise<Template> {
  return withTemplate(uow, context, id, async (tx, row) => {
    refuseOutdated(row, expected);
    const content = checkContent(row.pages, merge(row.content, change), tx.now);
    const next = {
      name: name ?? row.name,
      description: description === undefined ? row.description : description || null,
    };
    const isNew =
      next.name !== row.name ||
      next.description !== row.description ||
      // The stored content was converted to JSON, which drops undefined properties. The new content is converted in the
      // same way before the comparison.
      !isDeepStrictEqual(JSON.parse(JSON.stringify(content)), row.content);
    const { tenantId, userId } = context.principal;
    if (metadata && !isNew && !isDeepStrictEqual(metadata, row.metadata)) {
      // Metadata belongs to the template, not to a version.
      save(tx, tenantId, { ...row, metadata });
      return note(uow, tx, context, { action: 'template.changed', id, data: { version: row.version } });
    }
    // A change without effect creates no new version.
    if (!isNew) return;
    const version = row.version + 1;
    save(tx, tenantId, { ...row, ...next, metadata: metadata ?? row.metadata, version });
    tx.write(
      insertVersion({
        tenantId,
        templateId: id,
        version,
        fileVersion: row.file_version,
        name: next.name,
        content: JSON.stringify(content),
        madeBy: userId,
        createdAt: tx.now,
      }),
    );
    await note(uow, tx, context, { action: 'template.changed', id, data: { version } });
  });
}

/** Refuses a change based on an outdated version, because it would overwrite another person's change. */
export function refuseOutdated({ version }: TemplateRow, expected = version): void {
  if (expected !== version) throw new AppError('TEMPLATE_CHANGED', { version });
}

/** If a change replaces the roles but not the fields, the fields of roles that still exist are kept. */
function merge(
  before: TemplateContent,
  {
    roles,
    fields,
    signingOrder,
    emailSubject,
    emailMessage,
  }: Omit<TemplateChange, 'version' | 'name' | 'description' | 'metadata'>,
): TemplateContent {
  const kept = roles ? before.fields.filter(({ role }) => roles.some(({ name }) => name === role)) : before.fields;
  return {
    roles: roles ?? before.roles,
    fields: fields ?? kept,
    signingOrder: signingOrder ?? before.signingOrder,
    emailSubject: emailSubject === undefined ? before.emailSubject : emailSubject,
    emailMessage: emailMessage === undefined ? before.emailMessage : emailMessage,
  };
}

export function shareTemplate(uow: UnitOfWork, context: Context, id: string, shared: boolean): Promise<Template> {
  return withTemplate(uow, context, id, async (tx, row) => {
    if (row.shared === shared) return;
    save(tx, context.principal.tenantId, { ...row, shared });
    await note(uow, tx, context, { action: 'template.shared', id, data: { shared } });
  });
}

export async function deleteTemplate(uow: UnitOfWork, context: Context, id: string): Promise<void> {
  await withTemplate(uow, context, id, async (tx, row) => {
    save(tx, context.principal.tenantId, { ...row, deleted_at: tx.now });
    await note(uow, tx, context, { action: 'template.deleted', id, data: {} });
  });
}

/** A template that is not deleted is returned unchanged. */
export async function restoreTemplate(uow: UnitOfWork, context: Context, id: string): Promise<Template> {
  const { principal } = context;
  const { tenantId } = principal;
  return uow.run(tenantId, async (tx) => {
    const [locked] = await tx.query(lockTemplate(tenantId, id, seenBy(principal)));
    // A deleted template is visible only to people who could have deleted it.
    if (!locked || !mayEdit(principal, locked)) throw templateNotFound(id);
    if (locked.deleted_at) {
      tx.write(takeBack(tenantId, id, tx.now));
      await note(uow, tx, context, { action: 'template.restored', id, data: {} });
    }
    const rows = await tx.query(selectTemplate(tenantId, id, null, null));
    return templateView(certainRow(rows), principal);
  });
}

/** Reads the row in a separate statement after the lock, so that the previous lock holder's changes are not lost. */
export async function withTemplate(
  uow: UnitOfWork,
  { principal }: Context,
  id: string,
  work: (tx: Tx, row: TemplateRow) => Promise<void>,
): Promise<Template> {
  const { tenantId } = principal;
  const member = seenBy(principal);
  return uow.run(tenantId, async (tx) => {
    const [locked] = await tx.query(lockTemplate(tenantId, id, member));
    if (!locked || locked.deleted_at) throw templateNotFound(id);
    refuseOthers(principal, locked);
    const select = selectTemplate(tenantId, id, member, null);
    const before = certainRow(await tx.query(select));
    await work(tx, before);
    const [after] = await tx.query(select);
    return templateView(after ?? before, principal);
  });
}

export function refuseOthers(principal: MemberPrincipal, row: { owner_id: Id<'user'> }): void {
  if (mayEdit(principal, row)) return;
  throw new AppError(
    'FORBIDDEN',
    {},
    { message: 'This template belongs to someone else. Duplicate it and edit the copy.' },
  );
}

export function save(tx: Tx, tenantId: string, row: TemplateRow): void {
  const { id, version, name, description, metadata, shared, deleted_at: deletedAt } = row;
  tx.write(
    updateTemplateRow({
      tenantId,
      id,
      version,
      name,
      foldedName: foldTitle(name),
      description,
      metadata: JSON.stringify(metadata),
      shared,
      deletedAt,
      updatedAt: tx.now,
    }),
  );
}

export async function note(
  uow: UnitOfWork,
  tx: Tx,
  context: Context,
  { action, id, data }: { action: AuditAction; id: string; data: Record<string, string | number | boolean> },
): Promise<void> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  await uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor: auditActor(principal),
    target: { kind: 'template', id },
    data,
    personal: { personId: userId, fields: requestOrigin(context) },
  });
}
