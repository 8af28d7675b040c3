/** The organization's logo, for the signature pages and certificates of completion of its documents. */
import { LIMITS, type OrganizationLogo, reasonOf } from '@countersign/contract';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError, refusalOf } from '../../platform/pdf/index.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { recordIn } from '../accounts/index.ts';
import { deleteLogo, type LogoPicture, selectLogo, upsertLogo } from '../branding/index.ts';
import { actorOf, tenantsOf } from './organization.ts';
import { lockOrganization } from './store.ts';

export type LogoDependencies = { uow: UnitOfWork; pdf: PdfPool };
type SentFile = { content: AsyncIterable<Uint8Array>; fields: () => Promise<unknown> };

/** Redraws the logo from its pixels, then stores it in both tenants. */
export async function setOrganizationLogo(
  { uow, pdf }: LogoDependencies,
  context: RequestContext<MemberPrincipal>,
  file: SentFile,
): Promise<OrganizationLogo> {
  const { principal } = context;
  const sent = await readWhole(file.content);
  await file.fields();
  const { png, rgb, width, height } = await pdf.logo(sent, { owner: taskOwner(principal) }).catch((error: unknown) => {
    if (!(error instanceof PdfTaskError)) throw error;
    if (error.code === 'rejected') throw invalid('file', `cannot be used: ${error.message}`, reasonOf(error.reason));
    throw refusalOf(error) ?? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
  });
  const sha256 = sha256Hex(png);
  const now = await eachTenant(uow, context, { logo: sha256 }, (tenantId, now) =>
    upsertLogo({ tenantId, png, width, height, rgb, sha256, changedAt: now }),
  );
  return { width, height, sha256, changed_at: now.toISOString() };
}

/** Does nothing if there is no logo. */
export async function removeOrganizationLogo(
  { uow }: Pick<LogoDependencies, 'uow'>,
  context: RequestContext<MemberPrincipal>,
): Promise<void> {
  await eachTenant(uow, context, { logo: 'removed' }, (tenantId) => deleteLogo(tenantId));
}

/** Throws NOT_FOUND if there is no logo. */
export async function getOrganizationLogo(uow: UnitOfWork, { tenantId }: MemberPrincipal): Promise<LogoPicture> {
  const [logo] = await uow.read(tenantId, selectLogo(tenantId));
  if (!logo) throw new AppError('NOT_FOUND', {}, { message: 'This organization has no logo.' });
  return logo;
}

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > LIMITS.logoBytes)
      throw new AppError(
        'FILE_TOO_LARGE',
        { maxBytes: LIMITS.logoBytes },
        { message: 'The logo is larger than 200 kB.' },
      );
    chunks.push(chunk);
  }
  if (size === 0) throw invalid('file', 'is empty', 'empty_file');
  return Buffer.concat(chunks);
}

async function eachTenant(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  data: { logo: string },
  write: (tenantId: string, now: Date) => Statement<unknown>,
): Promise<Date> {
  const { principal } = context;
  return uow.runAuth(async (tx) => {
    const { live, all } = await tenantsOf(tx, principal.tenantId);
    tx.enter({ role: 'app', tenantId: live });
    // The lock serializes concurrent changes across the organization's tenants.
    const [organization] = await tx.query(lockOrganization(live));
    for (const { tenant_id: tenantId } of all) {
      tx.enter({ role: 'app', tenantId });
      tx.write(write(tenantId, tx.now));
    }
    tx.enter({ role: 'app', tenantId: live });
    await recordIn(uow, tx, context, live, {
      action: 'organization.changed',
      actor: actorOf(principal),
      target: { kind: 'organization', id: organization?.id ?? '' },
      data,
    });
    return tx.now;
  });
}
