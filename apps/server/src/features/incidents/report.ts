/**
 * Creates the report of an incident as a PDF, with the documentation that article 33 (5) requires of the controller.
 */
import type { Id, Incident, IncidentMailing } from '@countersign/contract';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { PdfPool, PlainReport, ReportSection } from '../../platform/pdf/index.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { found, view } from './incidents.ts';
import { selectMailings, selectSender } from './mail-store.ts';
import { mailingView } from './send-mails.ts';
import { selectIncident } from './store.ts';

export async function getIncidentReport(
  { uow, pdf }: { uow: UnitOfWork; pdf: PdfPool },
  context: RequestContext<MemberPrincipal>,
  incidentId: Id<'incident'>,
): Promise<ByteAnswer> {
  const { principal } = context;
  const { tenantId } = principal;
  const [incidents, mailings, [sender]] = await uow.readAll(tenantId, [
    selectIncident(tenantId, incidentId),
    selectMailings(tenantId, incidentId, null),
    selectSender(tenantId),
  ]);
  const incident = view(found(incidents[0], incidentId));
  const facts = { incident, mailings: mailings.map(mailingView), organization: sender?.organization ?? '' };
  const report = reportOf(facts, { locale: sender?.locale ?? null, now: uow.now() });
  const { bytes } = await pdf.plainReport(report, { owner: taskOwner(principal) });
  return ByteAnswer.of(bytes, sha256Hex(bytes), {
    filename: `incident-${incident.reported_at.slice(0, 10)}.pdf`,
    beforeBytes: async () => {
      await uow.run(tenantId, (tx) =>
        uow.recorder.record(tx, tenantId, tenantId, {
          action: 'incident.report-downloaded',
          actor: auditActor(principal),
          target: { kind: 'incident', id: incidentId },
          data: {},
          ...(principal.kind === 'user' && {
            personal: { personId: principal.userId, fields: requestOrigin(context) },
          }),
        }),
      );
    },
  });
}

type Facts = { incident: Incident; mailings: readonly IncidentMailing[]; organization: string };

function reportOf(
  { incident, mailings, organization }: Facts,
  { locale, now }: { locale: string | null; now: Date },
): PlainReport {
  const { closed_at: closed, timeline } = incident;
  const sections: ReportSection[] = [
    { title: 'What happened', paragraphs: [incident.description] },
    { title: 'Facts', pairs: factsOf(incident) },
    {
      title: 'Timeline',
      pairs: timeline.map(({ at, by, changes, note }) => [
        moment(at),
        [by.name ?? by.id, changes.length > 0 && `changed ${changes.join(', ')}`, note].filter(Boolean).join(' – '),
      ]),
    },
    ...mailings.toReversed().map((mailing): ReportSection => ({
      title: `Mail ${mailing.number} to the people affected`,
      pairs: [
        ['Sent', moment(mailing.created_at)],
        ['By', mailing.created_by.name ?? mailing.created_by.id],
        ['Subject', mailing.subject],
        ['Result', `${mailing.sent} sent, ${mailing.failed} failed, ${mailing.waiting} waiting`],
      ],
      paragraphs: [mailing.text],
    })),
  ];
  return {
    above: organization,
    title: closed === null ? 'Incident report (not closed)' : 'Incident report',
    subject: incident.title,
    outcome: closed === null ? `As of ${moment(now.toISOString())}` : `Closed on ${moment(closed)}`,
    sections: sections.filter(({ pairs = [], paragraphs = [] }) => pairs.length + paragraphs.length > 0),
    foot: `Incident report · ${incident.id}`,
    locale,
    madeAt: now.toISOString(),
    fileId: sha256Hex(`${incident.id} ${now.toISOString()}`).slice(0, 32),
  };
}

function factsOf(incident: Incident): [string, string][] {
  const { authority_notified_at: told } = incident;
  const within = told === null ? null : Date.parse(told) <= Date.parse(incident.notify_by);
  return [
    ['Severity', incident.severity],
    ['Status', incident.status],
    ['Reported by', incident.reported_by.name ?? incident.reported_by.id],
    ['Reported', moment(incident.reported_at)],
    ['Became aware', moment(incident.aware_at)],
    ['Affected data', incident.affected_data ?? 'not recorded'],
    ['People affected', incident.affected_people === null ? 'not recorded' : `about ${incident.affected_people}`],
    [
      'Authority notified',
      told === null
        ? 'no'
        : `${moment(told)}, ${within === true ? 'within' : 'after'} the 72 hours that ended ${moment(incident.notify_by)}`,
    ],
    ['People notified', incident.people_notified_at === null ? 'no' : moment(incident.people_notified_at)],
  ];
}

const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
