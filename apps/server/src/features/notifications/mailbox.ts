/**
 * The built-in mailbox stores e-mails instead of sending them, for installations without a mail server and for the
 * sandbox.
 */
import type { InputOf, operations } from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectMail, selectMails, type StoredMail } from './store.ts';

type Reader = Pick<RequestContext<MemberPrincipal>, 'principal' | 'environment'>;

/**
 * The e-mails contain signing links, so a reader could sign for other people. In the live environment, only the owner
 * of the operator's organization can read them. Sandbox signatures are not binding, and sandbox e-mails are meant to be
 * inspected.
 */
function refuseOthers({ principal, environment }: Reader): void {
  const allowed =
    environment === 'sandbox'
      ? principal.role !== 'member'
      : principal.kind === 'user' && principal.isOperator && principal.role === 'owner';
  if (!allowed) throw new AppError('FORBIDDEN', {}, environment === 'live' ? { message: LIVE_MAIL } : {});
}

const LIVE_MAIL =
  "Only an owner of the operator's organization can read live mail, with a session. API keys can read the mail of their sandbox, or create a link with POST /api/documents/:id/signers/:signerId/link.";

type ListQuery = InputOf<(typeof operations)['listMail']>['query'];

export async function listMail(uow: UnitOfWork, reader: Reader, { before, cursor, pageSize }: ListQuery) {
  refuseOthers(reader);
  if (before !== undefined && cursor !== undefined) throw invalid('cursor', 'cannot be combined with `before`');
  const { tenantId } = reader.principal;
  const rows = await uow.read(tenantId, selectMails(tenantId, cursor ?? before ?? null, pageSize + 1));
  const mails = rows.slice(0, pageSize).map(summary);
  const hasMore = rows.length > pageSize;
  return { mails, hasMore, pagination: { hasMore, nextCursor: hasMore ? (mails.at(-1)?.id ?? null) : null } };
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
