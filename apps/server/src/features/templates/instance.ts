/**
 * A document created from a template: people in its roles, values in its fields, and the template's file. It is stored
 * as a draft or sent immediately.
 */
import { claimExternalId, applyTemplateDetails } from '../document-core/store/index.ts';
import { callbackEndpoint } from '../callbacks/index.ts';
import type { Id, TemplateField, TemplateUse } from '@countersign/contract';
import { writeBlobKey } from '../../platform/blobs/blob-keys.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { invalid, ValidationError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  buildSending,
  checkSending,
  type PdfFile,
  planSend,
  prepareSending,
  readSendAt,
  type Recipients,
  recordSchedule,
  recordSending,
  type SendableDocument,
  type SendDependencies,
  type Sender,
  type Sending,
  writeDraft,
} from '../documents/index.ts';
import { fillVariables, hashCodes, mustSign, type SendInput, valuesOfVariables } from '../document-core/index.ts';
import { bindRoles, folded, typedDefault } from './content.ts';
import { holdTemplate, type TemplateRow } from './store.ts';
import { templateNotFound } from './view.ts';

export type Instance = Pick<TemplateUse, 'values' | 'variables' | 'title' | 'description' | 'tags' | 'metadata'> & {
  /** `turn` is the signing order in a package, if the role does not define one. */
  signers: (TemplateUse['signers'][number] & { turn?: number })[];
  externalId?: string | undefined;
  /** The public link through which a visitor created the document. */
  publicLink?: Id<'publicLink'> | undefined;
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
  /** If undefined, the document stays a draft. */
  sending: Omit<SendInput, 'signers' | 'fields' | 'signingOrder'> & Partial<Pick<SendInput, 'signingOrder'>>;
  send: boolean;
  sendAt?: string | undefined;
};

/** The result of all slow work for a document from a template, done before anything is locked. */
export type PreparedInstance = {
  id: Id<'document'>;
  template: TemplateRow;
  instance: Instance;
  document: SendableDocument;
  input: SendInput;
  recipients: Recipients;
  /** If undefined, the document stays a draft. */
  sending: Sending | undefined;
  scheduled: { at: Date; named: Sending['named'] } | undefined;
};

export async function prepareInstance(
  dependencies: SendDependencies,
  sender: Sender,
  template: TemplateRow,
  instance: Instance,
): Promise<PreparedInstance> {
  const { uow } = dependencies;
  const { content } = template;
  const recipients = assign(template, instance);
  const variables = fillVariables(template.variables, instance.variables);
  const at = instance.sendAt === undefined ? undefined : readSendAt(instance.sendAt, uow.now());
  const id = newId('document', uow.now());
  const title = instance.title ?? template.name;
  // There are no warnings to accept, because templates accept no file that requires a decision.
  const document: SendableDocument = { ...template, id, title, warnings_to_accept: [], own_fields: [], variables };
  const input: SendInput = { signingOrder: content.signingOrder, ...instance.sending };
  input.emailSubject ??= content.emailSubject ?? undefined;
  input.emailMessage ??= content.emailMessage ?? undefined;
  const prepare = async () => {
    if (instance.send) return prepareSending(dependencies, sender, document, recipients, input);
    if (at) return buildSending(dependencies, sender, document, recipients, input);
    planSend(document, recipients, uow.now());
    return undefined;
  };
  const ready = await prepare().catch((error: unknown) => {
    throw namedAsGiven(error, template, instance);
  });
  const sending = ready && 'revision' in ready ? ready : undefined;
  const kept = sending ? recipients : { ...recipients, signers: await hashCodes(recipients.signers) };
  const scheduled = at && ready ? { at, named: ready.named } : undefined;
  return { id, template, instance, document, input, recipients: kept, sending, scheduled };
}

type Mark = (tx: Tx, documentId: Id<'document'>) => Promise<void> | undefined;

/** The draft is sent in the same transaction if requested. */
export async function writeInstance(
  { uow, blobs }: Pick<SendDependencies, 'uow' | 'blobs'>,
  tx: Tx,
  sender: Sender,
  prepared: PreparedInstance,
  mark: Mark = async () => {},
): Promise<Trail> {
  const { tenantId } = sender;
  const { id, template } = prepared;
  const [held] = await tx.query(holdTemplate(tenantId, template.id));
  if (!held) throw templateNotFound(template.id);
  writeBlobKey(tx, tenantId, template.blob_id, id, await blobs.share(tx, `${tenantId}/${template.blob_id}`));
  await mark(tx, id);
  return writeDocument(uow, tx, sender, prepared);
}

/**
 * Creates a document and sends it in one transaction. `mark` adds writes to the transaction and can refuse it. `sent`
 * adds writes after the document has been sent.
 */
export async function makeDocument(
  dependencies: SendDependencies,
  sender: Sender,
  template: TemplateRow,
  {
    instance,
    mark,
    sent,
  }: { instance: Instance; mark?: Mark; sent?: (tx: Tx, trail: Trail, prepared: PreparedInstance) => Promise<void> },
): Promise<Id<'document'>> {
  const { uow } = dependencies;
  const prepared = await prepareInstance(dependencies, sender, template, instance);
  const { id, document, input, recipients: planned, sending, scheduled } = prepared;
  return uow.run(sender.tenantId, async (tx) => {
    const trail = await writeInstance(dependencies, tx, sender, prepared, mark);
    if (sending) {
      await recordSending(tx, trail, sender, document, sending, input);
      await sent?.(tx, trail, prepared);
    }
    if (scheduled)
      await recordSchedule(uow, tx, trail, sender, { document, ...scheduled, input, planned, resetDraft: false });
    failpointsOfCommit(tx, 'from-template');
    return id;
  });
}

/** Throws the same errors as creating the document, but writes nothing. */
export async function checkInstance(
  dependencies: Pick<SendDependencies, 'uow' | 'fonts'>,
  template: TemplateRow,
  given: Pick<Instance, 'signers' | 'values' | 'variables'>,
): Promise<void> {
  const recipients = assign(template, given);
  const variables = fillVariables(template.variables, given.variables);
  await checkSending(dependencies, { ...template, variables }, recipients).catch((error: unknown) => {
    throw namedAsGiven(error, template, given);
  });
}

/** Errors name signers by their index in the request, and values by their name. */
function namedAsGiven(
  error: unknown,
  { content }: TemplateRow,
  { signers, values }: Pick<Instance, 'signers' | 'values'>,
): unknown {
  const [fault] = error instanceof ValidationError ? error.faults : [];
  if (!fault) return error;
  const [, list, place, member] = /^(signers|fields)\[(\d+)\]\.(\w+)$/.exec(fault.field) ?? [];
  if (list === 'signers') {
    // In the document, signers are in the order of the roles.
    const roles = content.roles.filter(({ name }) => signers.some(({ role }) => folded(role) === folded(name)));
    const role = roles[Number(place)]?.name ?? '';
    const at = signers.findIndex((signer) => folded(signer.role) === folded(role));
    return invalid(`signers[${at}].${member}`, fault.message, fault.code);
  }
  const field = list === 'fields' && member === 'default' ? content.fields[Number(place)] : undefined;
  const name =
    field &&
    Object.keys(values).find((one) => [field.key, field.label].some((its) => its && folded(its) === folded(one)));
  return name === undefined ? error : invalid(`values.${name}`, fault.message, fault.code);
}

async function writeDocument(
  uow: UnitOfWork,
  tx: Tx,
  sender: Sender,
  { id, template, document: { title, variables }, instance, input, recipients, sending }: PreparedInstance,
): Promise<Trail> {
  const { tenantId, userId } = sender;
  const { description = null, tags = [], metadata = {} } = instance;
  const values = valuesOfVariables(variables);
  writeDraft(tx, tenantId, { id, ownerId: userId, title, description, file: fileOf(template) });
  tx.write(
    applyTemplateDetails({
      tenantId,
      documentId: id,
      templateId: template.id,
      tags,
      metadata: JSON.stringify(metadata),
      planned: sending ? null : JSON.stringify(recipients),
      signingOrder: input.signingOrder,
      emailSubject: input.emailSubject ?? null,
      emailMessage: input.emailMessage ?? null,
      redirects: input.redirects ? JSON.stringify(input.redirects) : null,
      variables: JSON.stringify(variables),
      callbackEndpoint: await callbackEndpoint(tx, tenantId, input.callback),
    }),
  );
  await claimExternalId(tx, { tenantId, id }, instance.externalId);
  const trail = await uow.recorder.create(tx, tenantId, id);
  await trail.record({
    action: 'document.created',
    actor: sender.party,
    target: { kind: 'document', id },
    data: {
      sha256: template.sha256,
      size_bytes: template.size_bytes,
      template: template.id,
      template_version: template.version,
      ...(instance.publicLink !== undefined && { public_link: instance.publicLink }),
      ...(variables.length > 0 && { variables: Object.keys(values).length }),
    },
    personal: {
      personId: userId,
      fields: {
        ...sender.evidence,
        title,
        filename: template.filename,
        ...(variables.length > 0 && { variables: JSON.stringify(values) }),
      },
    },
    event: { kind: 'document.created', data: { documentId: id, document: { id, title, status: 'draft' } } },
  });
  return trail;
}

const fileOf = (template: TemplateRow): PdfFile => ({
  blobId: template.blob_id,
  filename: template.filename,
  size: template.size_bytes,
  sha256: template.sha256,
  pages: template.pages,
  hashState: template.hash_state,
  hasSignatures: template.has_signatures,
  warnings: template.warnings,
  warningsToAccept: [],
  ownFields: [],
});

/** Throws a ValidationError that names the invalid signer or value. */
function assign(
  { content }: TemplateRow,
  { signers, values, notify, notifyCompletion }: Pick<Instance, 'signers' | 'values' | 'notify' | 'notifyCompletion'>,
): Recipients {
  const people = new Map<string, (typeof signers)[number]>();
  for (const [index, signer] of signers.entries()) {
    const role = content.roles.find(({ name }) => folded(name) === folded(signer.role));
    if (!role)
      throw invalid(`signers[${index}].role`, `must be one of the roles in the template: ${namesOf(content.roles)}`);
    if (people.has(role.name)) throw invalid(`signers[${index}].role`, 'has already been assigned');
    people.set(role.name, signer);
  }
  const missing = content.roles.filter(({ name, role }) => mustSign(role) && !people.has(name));
  if (missing.length > 0) throw invalid('signers', `must include a person for: ${namesOf(missing)}`);
  const fields = withValues(content.fields, values);
  return bindRoles({ roles: content.roles, fields }, (role) => {
    const signer = people.get(role);
    if (!signer) return undefined;
    const { email, name, locale, accessCode, requireTwoFactor, secondEmail, turn } = signer;
    return { email, name, locale, accessCode, requireTwoFactor, secondEmail, notify, notifyCompletion, turn };
  });
}

const namesOf = (roles: readonly { name: string }[]): string => roles.map(({ name }) => name).join(', ');

/** The given values replace the template's own defaults. */
function withValues(fields: readonly TemplateField[], values: Instance['values']): TemplateField[] {
  const wanted = new Map(Object.entries(values).map(([name, value]) => [folded(name), { name, value }]));
  const used = new Set<string>();
  const filled = fields.map((field): TemplateField => {
    const name = [field.key, field.label].find((one) => one !== undefined && wanted.has(folded(one)));
    const given = name === undefined ? undefined : wanted.get(folded(name));
    if (name === undefined || !given) return field;
    used.add(folded(name));
    // An empty cell counts as omitted.
    if (given.value === '') return field;
    if (field.kind === 'signature' || field.kind === 'initials' || field.kind === 'attachment')
      throw invalid(`values.${given.name}`, 'is filled in by the signer and cannot have a preset value');
    return { ...field, default: suggestion(field.kind, given) } as TemplateField;
  });
  for (const [key, { name }] of wanted)
    if (!used.has(key)) throw invalid(`values.${name}`, 'is neither the key nor the label of a field');
  return filled;
}

const YES = ['true', 'yes', 'x', '1'];
const NO = ['false', 'no', '0'];

/** Throws for invalid numbers and checkbox values. */
function suggestion(kind: TemplateField['kind'], { name, value }: { name: string; value: string | number | boolean }) {
  const text = String(value).trim();
  if (kind === 'checkbox') {
    if (!YES.includes(text.toLowerCase()) && !NO.includes(text.toLowerCase()))
      throw invalid(`values.${name}`, 'must be true or false');
    return YES.includes(text.toLowerCase());
  }
  if (kind === 'number' && !/^-?\d+(\.\d+)?$/.test(text)) throw invalid(`values.${name}`, 'must be a number');
  return typedDefault(kind, text);
}
