/** Commands that trigger events in the sandbox for testing. */
import type { Countersign } from '@countersign/sdk/source';
import { PublicCountersign } from '@countersign/sdk/source/browser';
import { usage } from '../arguments.ts';
import { ExitCode } from '../command-error.ts';
import { countText } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { connect, type Connection } from './connection.ts';
import { readDuration } from './people.ts';
import { samplePdf } from './sample-pdf.ts';

const DAY = 86_400;

function inSandbox(connection: Connection): Connection {
  if (!connection.isSandbox)
    throw usage('This command works only in the sandbox. Sign in with a key that begins with sk_test_.');
  return connection;
}

export const clock = defineCommand({
  name: 'clock advance',
  takes: 'TIME',
  summary: 'Move the clock of the sandbox forward',
  details: `Use this command to test expirations, reminders, scheduled sends, retries and retention periods.`,
  count: [1, 1],
  options: {},
  examples: ['countersign clock advance 3d'],
  async run({ arguments: [time = ''], values, terminal, print }) {
    const seconds = readDuration(time);
    const { countersign } = inSandbox(connect(terminal, values.profile));
    const answer = await countersign.sandbox.advanceClock({ seconds });
    print(answer, `The clock of the sandbox moved forward by ${countText(seconds, 'second')}.\n`);
    return ExitCode.valid;
  },
});

type Sent = Awaited<ReturnType<Countersign['documents']['createAndSend']>>;
const SIGNER = { name: 'Ada Example', email: 'ada@example.com' };

/** Creates a document in the sandbox and performs the steps that cause each event. */
class Scenario {
  readonly #connection: Connection;
  readonly tomorrow: string;

  constructor(connection: Connection, now: Date) {
    this.#connection = connection;
    this.tomorrow = new Date(now.getTime() + DAY * 1000).toISOString();
  }

  get documents(): Countersign['documents'] {
    return this.#connection.countersign.documents;
  }

  async upload(): Promise<string> {
    const file = { name: 'triggered.pdf', data: samplePdf('Created by countersign trigger') };
    const { document } = await this.documents.upload({ file, title: 'Test event' });
    return document.id;
  }

  send(how: { sendAt?: string; expirationDays?: number } = {}): Promise<Sent> {
    const file = { name: 'triggered.pdf', data: samplePdf('Created by countersign trigger') };
    return this.documents.createAndSend(file, [SIGNER], { title: 'Test event', ...how });
  }

  /** Acts as the recipient of a sent document. */
  async visit(
    act: (signing: PublicCountersign['signing'], signerId: string, documentId: string) => Promise<unknown>,
  ): Promise<string> {
    const { document, signers } = await this.send();
    const signerId = signers[0]?.id ?? '';
    const { url } = await this.#connection.countersign.recipients.createLink(document.id, signerId, {});
    const options = { baseUrl: this.#connection.url, sandbox: true };
    const link = new PublicCountersign({ ...options, token: new URL(url).hash.slice(1) });
    const { bearer } = await link.signing.openSession({});
    const { signing } = new PublicCountersign({ ...options, token: bearer });
    await signing.markViewed(signerId);
    await act(signing, signerId, document.id);
    return document.id;
  }

  async end(act: (documents: Countersign['documents'], id: string) => Promise<unknown>, how = {}): Promise<string> {
    const { document } = await this.send(how);
    await act(this.documents, document.id);
    return document.id;
  }
}

const signed = (scenario: Scenario): Promise<string> =>
  scenario.visit((signing, _signerId, documentId) =>
    signing.sign(documentId, { consent: true, signature: { type: 'typed', data: SIGNER.name } }),
  );

const SCENARIOS: Readonly<Record<string, (scenario: Scenario, connection: Connection) => Promise<string>>> = {
  'document.created': (scenario) => scenario.upload(),
  'document.scheduled': (scenario) => scenario.end(async () => {}, { sendAt: scenario.tomorrow }),
  'document.unscheduled': (scenario) =>
    scenario.end((documents, id) => documents.cancelSchedule(id), { sendAt: scenario.tomorrow }),
  'document.sent': (scenario) => scenario.end(async () => {}),
  'document.viewed': (scenario) => scenario.visit(async () => {}),
  'recipient.started': (scenario) => scenario.visit((signing, signerId) => signing.markStarted(signerId)),
  'document.signed': signed,
  'recipient.completed': signed,
  'document.completed': signed,
  'recipient.declined': (scenario) =>
    scenario.visit((signing, _signerId, documentId) => signing.decline(documentId, { reason: 'Test event' })),
  'document.voided': (scenario) => scenario.end((documents, id) => documents.void(id, { reason: 'Test event' })),
  'document.expired': (scenario, { countersign }) =>
    scenario.end(() => countersign.sandbox.advanceClock({ seconds: DAY }), { expirationDays: 1 }),
};

export const trigger = defineCommand({
  name: 'trigger',
  takes: 'EVENT',
  summary: 'Trigger an event in the sandbox',
  details: `Creates a document in the sandbox and performs the steps that lead to the event,
so that webhooks and listen receive that event and all earlier ones. document.expired
moves the clock of the sandbox forward by a day. Events: ${Object.keys(SCENARIOS).join(', ')}.`,
  count: [1, 1],
  options: {},
  examples: ['countersign trigger document.completed'],
  async run({ arguments: [kind = ''], values, terminal, print }) {
    const scenario = SCENARIOS[kind];
    if (scenario === undefined) throw usage(`trigger supports ${Object.keys(SCENARIOS).join(', ')}, not "${kind}".`);
    const connection = inSandbox(connect(terminal, values.profile));
    const documentId = await scenario(new Scenario(connection, terminal.now()), connection);
    print({ event: kind, documentId }, `Triggered ${kind} with the document ${documentId}.\n`);
    return ExitCode.valid;
  },
});
