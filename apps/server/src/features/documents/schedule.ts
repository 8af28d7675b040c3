/**
 * Drafts that the server sends later (ADR 104). Until then, a scheduled document stays a draft whose plan contains its
 * recipients and fields.
 */
import { type Document, type Id, LIMITS } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { certainRow } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { randomToken } from '../../platform/crypto/tokens.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { monthOf, requireEnvelope } from '../plans/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import {
  hashCodes,
  type KeptSending,
  type KeptSchedule,
  type ScheduledInput,
  type SendInput,
  documentView,
  loadDocument,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { buildSending } from './prepare-sending.ts';
import { continuations } from './reactions.ts';
import { clearSchedule, lockScheduled, writeSchedule, selectDocument } from '../document-core/store/index.ts';
import { type DraftInput, lockDraft, readDraft, refuseOther } from './send-document.ts';
import { type SendableDocument, type SendDependencies, type Sender, senderOf } from './sending.ts';
import type { SenderNames } from './sender-store.ts';

const DAY_MS = 86_400_000;

/** Throws a ValidationError for a time in the past or too far ahead. */
export function readSendAt(sendAt: string, now: Date): Date {
  const at = new Date(sendAt);
  if (at <= now) throw invalid('sendAt', 'must be in the future');
  if (at.getTime() > now.getTime() + LIMITS.scheduleDaysMax * DAY_MS)
    throw invalid('sendAt', `must be at most ${LIMITS.scheduleDaysMax} days from now`);
  return at;
}

export async function scheduleDocument(
  dependencies: SendDependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  { sendAt, ...given }: DraftInput & { sendAt: string },
): Promise<Document> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId } = principal;
  const at = readSendAt(sendAt, uow.now());
  const sender = senderOf(context);
  const { document } = await loadDocument(uow, principal, documentId);
  const { input, recipients } = readDraft(document, given);
  const { warnings, named } = await buildSending(dependencies, sender, document, recipients, input);
  const planned = { ...recipients, signers: await hashCodes(recipients.signers) };
  const row = await uow.run(tenantId, async (tx) => {
    const { trail, locked } = await lockDraft(uow, tx, tenantId, documentId);
    refuseOther(locked, document, given);
    await recordSchedule(uow, tx, trail, sender, {
      document,
      named,
      at,
      input,
      planned,
      resetDraft: given.signers !== undefined && given.draftRevision === undefined,
    });
    failpointsOfCommit(tx, 'send');
    return certainRow(await tx.query(selectDocument({ tenantId, documentId, owner: ownDocumentsOnly(principal) })));
  });
  const view = documentView(row, [], []);
  return { ...view, warnings: [...view.warnings, ...warnings] };
}

type Scheduling = {
  document: Pick<SendableDocument, 'id' | 'title' | 'environment'>;
  named: SenderNames;
  at: Date;
  input: SendInput;
  planned: KeptSending;
  resetDraft: boolean;
};

/** Must be called with the draft locked, after checking the draft as if it were sent now. */
export async function recordSchedule(
  uow: UnitOfWork,
  tx: Tx,
  trail: Trail,
  { tenantId, userId, party, evidence: where, requestId }: Sender,
  { document: { id, title, environment }, named, at, input, planned, resetDraft }: Scheduling,
): Promise<void> {
  // An envelope counts toward the month in which it is sent. For a later month, the number of envelopes is not known
  // yet, so the limit is not checked.
  if (environment === 'live' && at < monthOf(tx.now).until) await requireEnvelope(tx, tenantId, named.plan);
  const schedule: KeptSchedule = { id: randomToken(12), sender: { userId, party }, requestId, input: keptInput(input) };
  tx.write(
    writeSchedule({
      tenantId,
      id,
      scheduledFor: at,
      schedule: JSON.stringify(schedule),
      planned: JSON.stringify(planned),
      signingOrder: input.signingOrder,
      emailSubject: input.emailSubject ?? null,
      emailMessage: input.emailMessage ?? null,
      resetDraft,
      by: userId,
      now: tx.now,
    }),
  );
  await trail.record({
    action: 'document.scheduled',
    actor: party,
    target: { kind: 'document', id },
    data: { scheduled_for: at.toISOString(), signers: planned.signers.length },
    personal: { personId: userId, fields: where },
    event: {
      kind: 'document.scheduled',
      data: { documentId: id, document: { id, title, status: 'draft' }, scheduled_for: at.toISOString() },
    },
  });
  uow.recorder.start(tx, tenantId, continuations.scheduled, { documentId: id, scheduleId: schedule.id, runAt: at });
}

/** Lists the properties explicitly, so that other data from the request, such as a file's password, is not stored. */
const keptInput = ({
  signingOrder,
  expirationDays,
  emailSubject,
  emailMessage,
  reminders,
  notify,
  notifyCompletion,
  redirects,
  callback,
  placeTags,
  acceptWarnings,
}: SendInput): ScheduledInput => ({
  signingOrder,
  expirationDays,
  emailSubject,
  emailMessage,
  reminders,
  notify,
  notifyCompletion,
  redirects,
  callback,
  placeTags,
  acceptWarnings,
});

export async function cancelSchedule(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
): Promise<Document> {
  const { principal } = context;
  const { tenantId } = principal;
  const owner = ownDocumentsOnly(principal);
  const row = await uow.run(tenantId, async (tx) => {
    const [locked] = await tx.query(lockScheduled({ tenantId, documentId, owner }));
    if (!locked || locked.deleted_at) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    if (locked.schedule_id === null)
      throw new AppError('INVALID_STATE', { documentId }, { message: 'This document is not scheduled to be sent.' });
    await recordUnscheduled(uow, tx, context, { id: documentId, title: locked.title });
    return certainRow(await tx.query(selectDocument({ tenantId, documentId, owner })));
  });
  return documentView(row, [], []);
}

/** Must be called with the document locked. `by` is the operation that ends the schedule. */
export async function recordUnscheduled(
  uow: UnitOfWork,
  tx: Tx,
  context: RequestContext<MemberPrincipal>,
  { id, title }: { id: Id<'document'>; title: string },
  by?: 'archived' | 'deleted',
): Promise<void> {
  const { tenantId, userId } = context.principal;
  tx.write(clearSchedule({ tenantId, documentId: id, error: null, now: tx.now }));
  await uow.recorder.record(tx, tenantId, id, {
    action: 'document.unscheduled',
    actor: auditActor(context.principal),
    target: { kind: 'document', id },
    data: { ...(by !== undefined && { by }) },
    personal: { personId: userId, fields: requestOrigin(context) },
    event: { kind: 'document.unscheduled', data: { documentId: id, document: { id, title, status: 'draft' } } },
  });
}
