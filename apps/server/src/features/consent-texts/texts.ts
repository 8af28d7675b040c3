/** An organization's own consent texts. Versions are added and withdrawn but never changed (ADR 66). */
import type { ConsentText, InputOf, operations } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { consentHash, SHIPPED, type Shipped } from './shipped.ts';
import {
  endText,
  insertText,
  lockTexts,
  selectLanguagesInForce,
  selectNewestVersion,
  selectText,
  selectTexts,
  type TextRow,
  versionName,
} from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Query = InputOf<(typeof operations)['listConsentTexts']>['query'];
type Added = InputOf<(typeof operations)['addConsentText']>['body'];

/** The service's texts are listed after the organization's own texts. */
export async function listTexts(uow: UnitOfWork, { principal: { tenantId } }: Context, query: Query) {
  const { language = null, state, pageSize, cursor = null } = query;
  const inForce = state === undefined ? null : state === 'in-force';
  const [rows, replaced] = await uow.readAll(tenantId, [
    selectTexts({ tenantId, language, inForce, before: cursor, limit: pageSize + 1 }),
    selectLanguagesInForce(tenantId),
  ]);
  const hasMore = rows.length > pageSize;
  const own = rows.slice(0, pageSize).map(view);
  const isReplaced = new Set(replaced.map((one) => one.language));
  const now = uow.now();
  const shipped = SHIPPED.filter(({ validFrom }) => validFrom <= now.toISOString())
    .map((one) => shippedView(one, now, !isReplaced.has(one.language)))
    .filter(
      (one) => (language === null || one.language === language) && (inForce === null || one.in_force === inForce),
    );
  const last = rows.at(pageSize - 1)?.version;
  return {
    texts: hasMore ? own : [...own, ...shipped],
    pagination: { hasMore, nextCursor: hasMore && last !== undefined ? String(last) : null },
  };
}

export async function getText(uow: UnitOfWork, { principal: { tenantId } }: Context, sha256: string) {
  const [rows, replaced] = await uow.readAll(tenantId, [
    selectText(tenantId, sha256),
    selectLanguagesInForce(tenantId),
  ]);
  const [own] = rows;
  if (own) return view(own);
  const shipped = SHIPPED.find((one) => one.sha256 === sha256);
  if (!shipped) throw new AppError('CONSENT_TEXT_NOT_FOUND', { sha256 });
  return shippedView(shipped, uow.now(), !replaced.some(({ language }) => language === shipped.language));
}

/** Adds a consent text, which ends the validity of the organization's previous text in the same language. */
export function addText(uow: UnitOfWork, context: Context, { language, text }: Added): Promise<ConsentText> {
  const { tenantId } = context.principal;
  const by = auditActor(context.principal);
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockTexts(tenantId));
    const version = certainRow(await tx.query(selectNewestVersion(tenantId))).version + 1;
    const sha256 = consentHash(versionName(version), text);
    await tx.query(endText({ tenantId, language, at: tx.now }));
    tx.write(insertText({ tenantId, version, language, text, sha256, at: tx.now, byKind: by.kind, byId: by.id }));
    await record(uow, tx, context, { action: 'consent-text.added', sha256, version: versionName(version), language });
    return view(certainRow(await tx.query(selectText(tenantId, sha256))));
  });
}

/** @throws AppError for a consent text that is no longer in force, or is not the organization's own */
export function withdrawText(uow: UnitOfWork, context: Context, sha256: string): Promise<ConsentText> {
  const { tenantId } = context.principal;
  return uow.run(tenantId, async (tx) => {
    await tx.query(lockTexts(tenantId));
    const [row] = await tx.query(selectText(tenantId, sha256));
    if (!row || row.valid_until !== null) throw new AppError('CONSENT_TEXT_NOT_FOUND', { sha256 });
    await tx.query(endText({ tenantId, language: row.language, at: tx.now }));
    const version = versionName(row.version);
    await record(uow, tx, context, { action: 'consent-text.withdrawn', sha256, version, language: row.language });
    return view({ ...row, valid_until: tx.now });
  });
}

function record(
  uow: UnitOfWork,
  tx: Parameters<UnitOfWork['recorder']['record']>[0],
  context: Context,
  {
    action,
    ...data
  }: {
    action: 'consent-text.added' | 'consent-text.withdrawn';
    sha256: string;
    version: string;
    language: string;
  },
): Promise<void> {
  const { tenantId } = context.principal;
  const actor = auditActor(context.principal);
  return uow.recorder.record(tx, tenantId, tenantId, {
    action,
    actor,
    target: { kind: 'consent-text', id: data.sha256 },
    data,
    personal: { personId: actor.id, fields: requestOrigin(context) },
  });
}

const view = ({ version, valid_from: from, valid_until: until, ...row }: TextRow): ConsentText => ({
  ...row,
  version: versionName(version),
  origin: 'organization',
  valid_from: from.toISOString(),
  valid_until: until?.toISOString() ?? null,
  in_force: until === null,
});

const shippedView = (
  { validFrom, validUntil, ...consent }: Shipped,
  now: Date,
  isOwnLanguageFree: boolean,
): ConsentText => {
  const isOver = validUntil !== null && validUntil <= now.toISOString();
  return {
    ...consent,
    origin: 'service',
    valid_from: validFrom,
    valid_until: isOver ? validUntil : null,
    in_force: isOwnLanguageFree && !isOver,
    added_by: null,
  };
};
