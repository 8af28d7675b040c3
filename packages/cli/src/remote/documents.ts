/** Commands that create and send documents. */
import { statSync } from 'node:fs';
import type { Countersign } from '@countersign/sdk/source';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { countText, harmless, table } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { connect } from './connection.ts';
import { readNumber, readPairs, readPerson, readRole } from './people.ts';
import { waitForEnd } from './watch.ts';

/** Checks that a file can be uploaded. Throws CommandError (66). */
export function checkFile(name: string): string {
  if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
    throw new CommandError(ExitCode.noInput, `The file ${name} does not exist.`);
  return name;
}

const ABOUT_DOCUMENT = {
  title: { type: 'string', value: 'TEXT', about: 'the title; default: the name of the file or template' },
  metadata: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    about: 'a custom key-value pair; can be given several times',
  },
  'external-id': { type: 'string', value: 'ID', about: 'a custom identifier, unique in the organization' },
} as const;

export const upload = defineCommand({
  name: 'upload',
  takes: 'FILE',
  summary: 'Upload a PDF as a draft',
  count: [1, 1],
  options: ABOUT_DOCUMENT,
  examples: [
    'countersign upload lease.pdf',
    'countersign upload lease.pdf --title "Lease 4B" --json | jq -r .document.id',
  ],
  async run({ arguments: [file = ''], values, terminal, print }) {
    checkFile(file);
    const { countersign } = connect(terminal, values.profile);
    const { document, ...others } = await countersign.documents.upload({ file, ...described(values) });
    print({ document, ...others }, `Uploaded ${harmless(document.title)} as ${document.id}.\n`);
    return ExitCode.valid;
  },
});

export const send = defineCommand({
  name: 'send',
  takes: 'FILE|DOCUMENT|TEMPLATE',
  summary: 'Send a file, a draft or a template for signing',
  details: `The recipients get invitations by e-mail. In the sandbox, all e-mails stay in its
mailbox. If sending a file or a template fails, no document is stored.`,
  count: [1, 1],
  options: {
    to: {
      type: 'string',
      multiple: true,
      value: 'PERSON',
      about: 'a signer: "Name <address>"; can be given several times',
    },
    cc: { type: 'string', multiple: true, value: 'PERSON', about: 'a recipient of a copy' },
    role: { type: 'string', multiple: true, value: 'ROLE=PERSON', about: 'the person for a template role' },
    value: { type: 'string', multiple: true, value: 'FIELD=TEXT', about: 'the value of a template field' },
    ...ABOUT_DOCUMENT,
    subject: { type: 'string', value: 'TEXT', about: 'the subject of the invitation' },
    message: { type: 'string', value: 'TEXT', about: 'a message in the invitation' },
    'expires-in': { type: 'string', value: 'DAYS', about: 'the number of days until the document expires' },
    sequential: { type: 'boolean', about: 'invites the signers one after another' },
    wait: { type: 'boolean', about: 'waits until the document is completed' },
  },
  examples: [
    'countersign send lease.pdf --to "Ada Lovelace <ada@example.com>" --wait',
    'countersign send tpl_… --role "Tenant=Ada Lovelace <ada@example.com>"',
  ],
  async run(call) {
    const { values, terminal, print } = call;
    const [source = ''] = call.arguments;
    const { countersign, isSandbox } = connect(terminal, values.profile);
    const { document, signers } = await sendFrom(countersign, source, values);
    const places = signers.map(({ name, email }) => `  ${harmless(name)} <${harmless(email)}>\n`).join('');
    const where = isSandbox ? ' in the sandbox' : '';
    const sent = `Sent ${harmless(document.title)} (${document.id})${where} to ${countText(signers.length, 'recipient')}.\n${places}`;
    if (values.wait !== true) {
      print({ document, signers }, sent);
      return ExitCode.valid;
    }
    if (!call.isJson) terminal.out(sent);
    const ended = await waitForEnd(countersign, document.id, terminal);
    print({ document: ended, signers }, 'The document is completed.\n');
    return ExitCode.valid;
  },
});

interface SendValues {
  to?: string[] | undefined;
  cc?: string[] | undefined;
  role?: string[] | undefined;
  value?: string[] | undefined;
  title?: string | undefined;
  metadata?: string[] | undefined;
  'external-id'?: string | undefined;
  subject?: string | undefined;
  message?: string | undefined;
  'expires-in'?: string | undefined;
  sequential?: boolean | undefined;
}

function sendFrom(countersign: Countersign, source: string, values: SendValues) {
  const { subject, message, sequential } = values;
  const how = {
    ...(subject !== undefined && { emailSubject: subject }),
    ...(message !== undefined && { emailMessage: message }),
    ...(values['expires-in'] !== undefined && {
      expirationDays: readNumber('--expires-in', values['expires-in'], 1, 365),
    }),
  };
  if (source.startsWith('tpl_')) {
    if (values.to ?? values.cc)
      throw usage(
        'Templates have roles. Specify a person for each role with --role "Tenant=Ada Lovelace <ada@example.com>".',
      );
    const signers = (values.role ?? []).map(readRole);
    if (signers.length === 0)
      throw usage('Specify the person for each role of the template with --role "ROLE=Name <address>".');
    const fieldValues = readPairs('--value', values.value);
    const input = {
      templateId: source,
      signers,
      send: true,
      ...how,
      ...described(values),
      ...(fieldValues && { values: fieldValues }),
    };
    return countersign.documents.create(input);
  }
  if (values.role ?? values.value) throw usage('--role and --value are for templates. Use --to "Name <address>".');
  const signers = [
    ...(values.to ?? []).map((text) => readPerson('--to', text)),
    ...(values.cc ?? []).map((text) => ({ ...readPerson('--cc', text), role: 'cc' as const })),
  ].map((signer, at) => (sequential === true ? { ...signer, order: at + 1 } : signer));
  const order = sequential === true ? ({ signingOrder: 'sequential' } as const) : {};
  if (source.startsWith('doc_')) {
    if (values.title ?? values.metadata ?? values['external-id'])
      throw usage('A draft keeps its title, metadata and external ID. Change them before you send it.');
    return countersign.documents.send(source, { ...(signers.length > 0 && { signers }), ...how, ...order });
  }
  if (signers.length === 0) throw usage('Specify a recipient with --to "Ada Lovelace <ada@example.com>".');
  return countersign.documents.createAndSend(checkFile(source), signers, { ...how, ...order, ...described(values) });
}

function described(values: Pick<SendValues, 'title' | 'metadata' | 'external-id'>) {
  const metadata = readPairs('--metadata', values.metadata);
  return {
    ...(values.title !== undefined && { title: values.title }),
    ...(metadata && { metadata }),
    ...(values['external-id'] !== undefined && { externalId: values['external-id'] }),
  };
}

export const remind = defineCommand({
  name: 'remind',
  takes: 'DOCUMENT',
  summary: 'Send a reminder to recipients who have not signed',
  count: [1, 1],
  options: {
    to: { type: 'string', multiple: true, value: 'ADDRESS', about: 'only this recipient; can be given several times' },
    message: { type: 'string', value: 'TEXT', about: 'a message in the reminder' },
  },
  examples: ['countersign remind doc_…'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    const { countersign } = connect(terminal, values.profile);
    const answer = await countersign.documents.remind(id, {
      ...(values.to && { signerEmails: values.to }),
      ...(values.message !== undefined && { message: values.message }),
    });
    const rows = [
      ...answer.reminded.map((email) => [harmless(email), 'reminded'] as const),
      ...answer.skipped.map(({ email, reason }) => [harmless(email), `skipped (${reason})`] as const),
    ];
    print(answer, rows.length === 0 ? 'No recipient needed a reminder.\n' : table(rows, ''));
    return answer.reminded.length > 0 ? ExitCode.valid : ExitCode.invalid;
  },
});

export const voidDocument = defineCommand({
  name: 'void',
  takes: 'DOCUMENT',
  summary: 'Void a document that is in progress',
  count: [1, 1],
  options: { reason: { type: 'string', value: 'TEXT', about: 'the reason, which recipients will see (required)' } },
  examples: ['countersign void doc_… --reason "Wrong file"'],
  async run({ arguments: [id = ''], values, terminal, print }) {
    if (values.reason === undefined) throw usage('Specify a reason with --reason TEXT.');
    const { countersign } = connect(terminal, values.profile);
    const { document } = await countersign.documents.void(id, { reason: values.reason });
    print({ document }, `Voided ${harmless(document.title)}.\n`);
    return ExitCode.valid;
  },
});
