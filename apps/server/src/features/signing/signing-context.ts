/** Finding what a signing link stands for. */
import { AppError } from '../../platform/errors.ts';
import type { SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideRead } from '../documents/index.ts';
import { selectSigningContext, type SigningContext } from './store.ts';

/** Links stay readable this long after completion (decisions §3). */
const READABLE_DAYS = 30;

/** Throws INVALID_LINK for every link that stands for nothing (any more), alike. */
export async function loadSigningContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const { tenantId, signerId, generation } = principal;
  const [context] = await uow.read(tenantId, selectSigningContext(tenantId, signerId, generation));
  if (!context || context.deleted_at) throw new AppError('INVALID_LINK');
  return context;
}

/** The same for reading: expired, voided and long finished documents are told apart, with whom to ask. */
export async function loadReadableContext(uow: UnitOfWork, principal: SignerPrincipal): Promise<SigningContext> {
  const context = await loadSigningContext(uow, principal);
  const decision = decideRead(context, uow.now());
  if (decision.refused !== undefined) throw new AppError(decision.refused, goneDetails(context));
  const { completed_at: completedAt } = context;
  if (completedAt && uow.now().getTime() - completedAt.getTime() > READABLE_DAYS * 86_400_000)
    throw new AppError('LINK_EXPIRED', goneDetails(context));
  return context;
}

/** A recipient may know what the document was called and whom to ask. */
export function goneDetails(context: SigningContext): Record<string, unknown> {
  return {
    title: context.title,
    sender: { name: context.owner_name, email: context.owner_email, organization: context.organization },
  };
}
