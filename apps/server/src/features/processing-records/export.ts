/** Exports the register as a file, in the form in which an authority may request it (GDPR article 30 (4)). */
import type { InputOf, operations, ProcessingActivity } from '@countersign/contract';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { csvLine } from '../../platform/csv/index.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { PdfPool, PlainReport } from '../../platform/pdf/index.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { allActivities } from './activities.ts';
import { type OutsideHost, servicesInUse } from './outside-services.ts';
import { ownActivities } from './own-activities.ts';
import { selectFacts, selectInForce } from './store.ts';

type Context = RequestContext<MemberPrincipal>;
type Format = InputOf<(typeof operations)['exportProcessingRegister']>['query']['format'];
type Services = { uow: UnitOfWork; pdf: PdfPool; outside: readonly OutsideHost[] };
type Register = Awaited<ReturnType<typeof readRegister>>;

const TITLES = {
  purpose: 'Purpose',
  legal_basis: 'Legal basis',
  people: 'People',
  data: 'Data',
  recipients: 'Recipients',
  transfers: 'Transfers to third countries',
  retention: 'Retention period',
  measures: 'Measures',
} as const;
const KEYS = Object.keys(TITLES) as (keyof typeof TITLES)[];

export async function exportRegister(services: Services, context: Context, format: Format): Promise<ByteAnswer> {
  const { uow } = services;
  const { principal } = context;
  const now = uow.now();
  const register = await readRegister(services, context, now);
  const bytes =
    format === 'pdf' ? await pdfOf(services.pdf, context, register) : Buffer.from(WRITTEN[format](register), 'utf8');
  return ByteAnswer.of(bytes, sha256Hex(bytes), {
    contentType: CONTENT_TYPES[format],
    filename: `processing-register-${now.toISOString().slice(0, 10)}.${format}`,
    beforeBytes: async () => {
      const actor = auditActor(principal);
      await uow.run(principal.tenantId, (tx) =>
        uow.recorder.record(tx, principal.tenantId, principal.tenantId, {
          action: 'processing-register.downloaded',
          actor,
          target: { kind: 'organization', id: principal.tenantId },
          data: { format },
          personal: { personId: actor.id, fields: requestOrigin(context) },
        }),
      );
    },
  });
}

const CONTENT_TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

async function readRegister({ uow, outside }: Services, { principal: { tenantId } }: Context, now: Date) {
  const [facts, [list]] = await uow.readAll(tenantId, [selectFacts(tenantId), selectInForce(now)]);
  const organization = certainRow(facts);
  const entries = [
    ...(await allActivities(uow, tenantId, 'active')),
    ...(await allActivities(uow, tenantId, 'retired')),
  ];
  return {
    organization: organization.name,
    locale: organization.settings.locale ?? null,
    generated_at: now.toISOString(),
    activities: [...ownActivities({ organization, outside }), ...entries],
    sub_processors: list?.content ?? [],
    in_use: servicesInUse(outside, list?.content ?? []),
  };
}

const WRITTEN = {
  json: ({ locale: _, ...register }: Register) => `${JSON.stringify(register, null, 2)}\n`,
  csv: ({ activities }: Register) =>
    [
      ['Id', 'Origin', 'State', 'Version', 'Changed', 'Name', ...Object.values(TITLES)],
      ...activities.map((one) => [
        one.id,
        one.origin,
        one.state,
        one.version === null ? '' : String(one.version),
        one.changed_at ?? '',
        one.name,
        ...KEYS.map((key) => one[key]),
      ]),
    ]
      .map(csvLine)
      .join(''),
};

async function pdfOf(pdf: PdfPool, { principal }: Context, register: Register): Promise<Buffer> {
  const { organization, generated_at: at, activities, sub_processors: subProcessors, in_use: inUse } = register;
  const day = at.slice(0, 10);
  const pairs = (one: ProcessingActivity): [string, string][] =>
    KEYS.filter((key) => one[key] !== '').map((key) => [TITLES[key], one[key]]);
  const listed = subProcessors.map(({ name, service, data, location }): [string, string] => [
    name,
    `${service}. ${data}. ${location}`,
  ]);
  const unlisted = inUse
    .filter((one) => !one.listed)
    .map((one): [string, string] => [one.host, `${one.service}. ${one.data}`]);
  const report: PlainReport = {
    above: organization,
    title: 'Register of processing activities',
    subject: 'Article 30 GDPR',
    outcome: `As of ${day}`,
    sections: [
      ...activities.map((one) => ({
        title: one.state === 'retired' ? `${one.name} (retired)` : one.name,
        pairs: pairs(one),
      })),
      { title: 'Sub-processors', pairs: listed },
      { title: 'Further recipients according to the settings of the installation', pairs: unlisted },
    ].filter((section) => section.pairs.length > 0),
    foot: `Register of processing · ${day}`,
    locale: register.locale,
    madeAt: at,
    fileId: sha256Hex(`${principal.tenantId} ${at}`).slice(0, 32),
  };
  const { bytes } = await pdf.plainReport(report, { owner: taskOwner(principal) });
  return bytes;
}
