/** Checks whether e-mails can reach the given addresses before they are needed. */
import type { Environment, FieldFault } from '@countersign/contract';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext, SignerPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Mailer } from '../../platform/ports/mailer.ts';
import { selectIsOperator } from './store.ts';

const BEYOND_ASCII = /\P{ASCII}/u;

/**
 * Throws a ValidationError that names each address with non-ASCII letters before the @ if the mail server does not
 * support them (SMTPUTF8, RFC 6531). Sandbox e-mails, and all e-mails without a mail server, go to the built-in
 * mailbox.
 */
export async function refuseUnreachable(
  { smtp }: { smtp: Pick<Mailer, 'takesUnicodeAddresses'> | undefined },
  environment: Environment,
  addresses: readonly { field: string; email: string | undefined }[],
): Promise<void> {
  const unicode = addresses.filter(({ email }) => email !== undefined && BEYOND_ASCII.test(localPart(email)));
  if (unicode.length === 0 || smtp === undefined || environment === 'sandbox') return;
  if (await smtp.takesUnicodeAddresses()) return;
  const [first, ...more] = unicode.map(({ field }): FieldFault => ({
    field,
    message: 'has non-ASCII characters before the @, which the mail server of this installation does not support',
    code: 'unreachable_address',
  }));
  if (first) throw new ValidationError(first, ...more);
}

/**
 * Refuses to send if there is no mail server. E-mails then stay in the built-in mailbox, which only the owner of the
 * operator's organization can read. Other organizations may not send, because their recipients would never see the
 * e-mails.
 */
export function refuseWithoutMail(
  { isMailOwnersOnly }: { isMailOwnersOnly: boolean },
  { environment, principal }: Pick<RequestContext<MemberPrincipal>, 'environment' | 'principal'>,
): void {
  if (isMailOwnersOnly && environment === 'live' && !principal.isOperator) throw new AppError('MAIL_NOT_CONFIGURED');
}

/** If no recipient is notified by e-mail, sending needs no mail server. */
export function isSilent({
  signers,
  ...all
}: Notified & { signers?: readonly (Notified & { requireTwoFactor?: unknown })[] | undefined }): boolean {
  return (
    signers !== undefined &&
    signers.every(
      (own) =>
        (own.notify ?? all.notify) === false &&
        (own.notifyCompletion ?? all.notifyCompletion) !== true &&
        own.requireTwoFactor !== 'email-code',
    )
  );
}
type Notified = { notify?: boolean | undefined; notifyCompletion?: boolean | undefined };

/** Recipients have no organization, so the organization of the document's sender is checked. */
export async function refuseRecipientWithoutMail(
  dependencies: { uow: UnitOfWork; isMailOwnersOnly: boolean },
  { environment, principal: { tenantId } }: Pick<RequestContext<SignerPrincipal>, 'environment' | 'principal'>,
): Promise<void> {
  return refuseTenantWithoutMail(dependencies, { environment, tenantId });
}

export async function refuseTenantWithoutMail(
  { uow, isMailOwnersOnly }: { uow: UnitOfWork; isMailOwnersOnly: boolean },
  { environment, tenantId }: { environment: Environment; tenantId: string },
): Promise<void> {
  if (!isMailOwnersOnly || environment === 'sandbox') return;
  const [organization] = await uow.read(tenantId, selectIsOperator(tenantId));
  if (organization?.is_operator !== true) throw new AppError('MAIL_NOT_CONFIGURED');
}

const localPart = (email: string): string => email.slice(0, Math.max(0, email.lastIndexOf('@')));

/** Each address comes with its path in the request body. */
export function recipientAddresses(
  signers: readonly { email?: string | undefined; secondEmail?: string | undefined }[] = [],
): { field: string; email: string | undefined }[] {
  return signers.flatMap(({ email, secondEmail }, index) => [
    { field: `signers[${index}].email`, email },
    { field: `signers[${index}].secondEmail`, email: secondEmail },
  ]);
}
