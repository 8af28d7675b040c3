/**
 * Sends e-mails to the people affected by an incident. Each e-mail is sent at most once: the state `handing-over` is
 * committed before the mail server receives the e-mail. If an e-mail is still in that state after a crash, it may have
 * been sent. It is then reported as uncertain and not sent again.
 */
import {
  addressKey,
  type Id,
  type IncidentMailing,
  type IncidentMailPreview,
  type InputOf,
  type operations,
} from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobHandler, PermanentJobError } from '../../platform/jobs/runner.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { MailError } from '../../platform/ports/mailer.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { incidentNotice, type MailContent, speech } from '../mail/index.ts';
import { bounceOf, deliver, type DeliveryDependencies } from '../notifications/index.ts';
import { incidentMailJob, type IncidentMailPayload } from './incident-jobs.ts';
import {
  insertMailing,
  insertMailRecipients,
  type MailingRow,
  moveMail,
  selectMailings,
  selectMailOf,
  selectMailedBefore,
  selectSender,
  updateMailed,
} from './mail-store.ts';
import { continuations } from './reactions.ts';
import { insertIncidentEntry, lockIncident, selectIncident } from './store.ts';

export type MailDependencies = DeliveryDependencies;
type Context = RequestContext<MemberPrincipal>;
type Mail = InputOf<(typeof operations)['sendIncidentMail']>['body'];

export async function previewIncidentMail(
  uow: UnitOfWork,
  { principal: { tenantId } }: Context,
  incidentId: Id<'incident'>,
  mail: Mail,
): Promise<IncidentMailPreview> {
  const people = peopleOf(mail);
  const [incidents, before, senders] = await uow.readAll(tenantId, [
    selectIncident(tenantId, incidentId),
    selectMailedBefore(tenantId, incidentId, [...people.keys()]),
    selectSender(tenantId),
  ]);
  if (incidents.length === 0) throw new AppError('INCIDENT_NOT_FOUND', { incidentId });
  const [first = ''] = people.values();
  const content = contentOf(mail, first, certainRow(senders));
  return { ...content, recipients: people.size, mailed_before: before.map(({ email }) => email) };
}

export function sendIncidentMail(
  uow: UnitOfWork,
  context: Context,
  incidentId: Id<'incident'>,
  mail: Mail,
): Promise<IncidentMailing> {
  const { principal } = context;
  const { tenantId } = principal;
  const actor = auditActor(principal);
  const people = peopleOf(mail);
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(lockIncident(tenantId, incidentId));
    if (!row) throw new AppError('INCIDENT_NOT_FOUND', { incidentId });
    const { mailing, entry } = certainRow(await tx.query(updateMailed(tenantId, incidentId, tx.now)));
    tx.write(
      insertMailing({
        tenantId,
        incidentId,
        n: mailing,
        subject: mail.subject,
        text: mail.text,
        actorKind: actor.kind,
        actorId: actor.id,
        now: tx.now,
      }),
    );
    tx.write(insertMailRecipients(tenantId, incidentId, mailing, [...people.values()], [...people.keys()], tx.now));
    const note = `Mail ${mailing} to ${people.size} ${people.size === 1 ? 'person' : 'people'} affected: ${mail.subject}`;
    const { kind: actorKind, id: actorId } = actor;
    tx.write(
      insertIncidentEntry({ tenantId, incidentId, n: entry, at: tx.now, actorKind, actorId, changes: ['mails'], note }),
    );
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'incident.mailed',
      actor,
      target: { kind: 'incident', id: incidentId },
      data: { mailing, recipients: people.size },
      ...(principal.kind === 'user' && { personal: { personId: principal.userId, fields: requestOrigin(context) } }),
    });
    const jobs = [...people.keys()].map((emailKey) => ({ incidentId, mailing, emailKey }));
    uow.recorder.start(tx, tenantId, continuations.incidentMailed, { people: jobs });
    const rows = await tx.query(selectMailings(tenantId, incidentId, mailing));
    return mailingView(certainRow(rows));
  });
}

export async function listIncidentMails(
  uow: UnitOfWork,
  { principal: { tenantId } }: Context,
  incidentId: Id<'incident'>,
): Promise<IncidentMailing[]> {
  const [incidents, rows] = await uow.readAll(tenantId, [
    selectIncident(tenantId, incidentId),
    selectMailings(tenantId, incidentId, null),
  ]);
  if (incidents.length === 0) throw new AppError('INCIDENT_NOT_FOUND', { incidentId });
  return rows.map(mailingView);
}

export const UNCONFIRMED = 'The server stopped while sending this e-mail: it may or may not have been delivered.';

export function incidentMailHandler(dependencies: MailDependencies): JobHandler<IncidentMailPayload> {
  const { uow } = dependencies;
  return {
    definition: incidentMailJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const { incidentId, mailing, emailKey } = payload;
      const key = { tenantId, incidentId, mailing, emailKey };
      const [[row], [sender]] = await uow.readAll(tenantId, [selectMailOf(key), selectSender(tenantId)]);
      if (!row || !sender) return;
      const move = (from: string, to: string, reason: string | null) =>
        uow.run(tenantId, async (tx) => tx.query(moveMail({ ...key, from, to, reason, now: tx.now })));
      if (row.status !== 'waiting') {
        await move('handing-over', 'failed', UNCONFIRMED);
        return;
      }
      const [mine] = await move('waiting', 'handing-over', null);
      // Another worker is sending this e-mail.
      if (!mine) return;
      const content = contentOf(row, row.email, sender);
      try {
        await deliver(dependencies, job, {
          kind: 'incident-notice',
          sender: tenantId,
          organization: sender.organization,
          mail: { to: { address: row.email }, ...content },
          isLive: true,
          later: payload.isPlaced
            ? undefined
            : (tx, runAt) => uow.recorder.start(tx, tenantId, continuations.incidentMailPostponed, { payload, runAt }),
          note: async (tx, outcome) => {
            const to = outcome.kind === 'sent' ? 'sent' : 'waiting';
            tx.write(moveMail({ ...key, from: 'handing-over', to, reason: null, now: tx.now }));
          },
        });
      } catch (error) {
        const cause = error instanceof PermanentJobError ? error.cause : error;
        // An e-mail that the server certainly did not accept is retried. For any other error, the result is unknown.
        if (cause instanceof MailError && cause.code !== 'timeout') await move('handing-over', 'waiting', null);
        throw error;
      }
    },
    dead: async ({ tenantId, payload: { incidentId, mailing, emailKey } }, error) => {
      const reason = bounceOf(error)?.reason ?? 'could not be delivered';
      const key = { tenantId, incidentId, mailing, emailKey };
      await uow.run(tenantId, async (tx) => {
        const end = { ...key, to: 'failed', now: tx.now };
        tx.write(moveMail({ ...end, from: 'waiting', reason }));
        // The last attempt to send this e-mail was interrupted.
        tx.write(moveMail({ ...end, from: 'handing-over', reason: UNCONFIRMED }));
      });
    },
  };
}

/** Groups people by the key of their address, so that different spellings of one address get one e-mail. */
const peopleOf = ({ recipients }: Mail): Map<string, string> =>
  new Map(recipients.toReversed().map((email) => [addressKey(email), email]));

type Sender = { organization: string; locale: string | null };
function contentOf(
  mail: { subject: string; text: string },
  email: string,
  { organization, locale }: Sender,
): MailContent {
  return incidentNotice({
    speech: speech(locale),
    brand: { organization, productName: 'Countersign' },
    recipient: { name: '', email },
    subject: mail.subject,
    text: mail.text,
  });
}

export const mailingView = ({ created_at: at, ...row }: MailingRow): IncidentMailing => ({
  ...row,
  created_at: at.toISOString(),
});
