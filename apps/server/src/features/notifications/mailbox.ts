/** The built-in mailbox: what would have gone out by e-mail, for installations without a mail server and for the sandbox. */
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectMail, selectMails, type StoredMail } from './store.ts';

const PAGE = 50;
type Reader = Pick<RequestContext<MemberPrincipal>, 'principal' | 'environment'>;

/**
 * Signing links are in these mails: whoever reads them could sign for others. So in the live environment only the owner of the
 * operator's organization reads them. Nothing signed in a sandbox is binding, and its mail is there to be inspected.
 */
function refuseOthers({ principal, environment }: Reader): void {
  const allowed =
    environment === 'sandbox'
      ? principal.role !== 'member'
      : principal.kind === 'user' && principal.isOperator && principal.role === 'owner';
  if (!allowed) throw new AppError('FORBIDDEN');
}

export async function listMail(uow: UnitOfWork, reader: Reader, before: string | undefined) {
  refuseOthers(reader);
  const { tenantId } = reader.principal;
  const rows = await uow.read(tenantId, selectMails(tenantId, before ?? null, PAGE + 1));
  return { mails: rows.slice(0, PAGE).map(summary), hasMore: rows.length > PAGE };
}

export async function getMail(uow: UnitOfWork, reader: Reader, id: string) {
  refuseOthers(reader);
  const { tenantId } = reader.principal;
  const [row] = await uow.read(tenantId, selectMail(tenantId, id));
  if (!row) throw new AppError('MAIL_NOT_FOUND', { mailId: id });
  return { ...summary(row), from: row.from_address, text: row.body_text, html: row.body_html };
}

function summary(row: Pick<StoredMail, 'id' | 'to_address' | 'subject' | 'kind' | 'created_at'>) {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    kind: row.kind,
    created_at: row.created_at.toISOString(),
  };
}
