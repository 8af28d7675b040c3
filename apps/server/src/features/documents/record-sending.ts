/** Writes the rows, the audit entry and the event of a send operation while the document is locked. */
import { addressKey, readSettings, type SignerStatus } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import type { Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { callbackEndpoint } from '../callbacks/index.ts';
import { requireEnvelope } from '../plans/index.ts';
import {
  type FieldSettings,
  foldRecipient,
  writeRevision,
  type SendInput,
  type PageSize,
  type RecipientRow,
} from '../document-core/index.ts';
import type { Place, Plan } from './plan-send.ts';
import type { SendableDocument, Sender, Sending } from './sending.ts';
import { insertField, insertRecipient, markDocumentSent } from '../document-core/store/index.ts';

/** Must be called with the draft and its audit trail locked. */
export async function recordSending(
  tx: Tx,
  trail: Trail,
  sender: Sender,
  document: SendableDocument,
  sending: Sending,
  input: SendInput,
): Promise<void> {
  const { tenantId } = sender;
  const { id, environment } = document;
  const { plan, prepared, revision, named } = sending;
  // A package counts as one envelope and checks the quota itself.
  if (input.isInPackage !== true && environment === 'live') await requireEnvelope(tx, tenantId, named.plan);
  const defaults = readSettings(named.settings);
  const expiresAt = daysAfter(tx.now, input.expirationDays ?? defaults.default_expiration_days);
  const reminders = input.reminders === undefined ? defaults.default_reminders : input.reminders;
  const callback = await callbackEndpoint(tx, tenantId, input.callback);
  tx.write(
    markDocumentSent({
      tenantId,
      id,
      signingOrder: input.signingOrder,
      emailSubject: input.emailSubject ?? null,
      emailMessage: input.emailMessage ?? null,
      expiresAt,
      sentAt: tx.now,
      pages: JSON.stringify(pagesAfter(document.pages, prepared.pageCount)),
      reminderDays: reminders?.everyDays ?? null,
      reminderMax: reminders?.max ?? null,
      warnings: sending.warnings,
      hasPlacedTags: sending.hasPlacedTags,
      redirects: input.redirects ? JSON.stringify(input.redirects) : null,
      callbackEndpoint: callback,
    }),
  );
  if (callback !== null) trail.announceAll();
  writeRevision(tx, tenantId, id, { n: 1, kind: 'sent' }, revision);
  writeRecipients(tx, tenantId, id, sending, input);
  writeFields(tx, tenantId, id, plan, new Map(prepared.places.map(({ field, place }) => [field, place])));
  await trail.record({
    action: 'document.sent',
    actor: sender.party,
    target: { kind: 'document', id },
    data: evidenceOfSending(sending, document, input, expiresAt),
    personal: {
      personId: sender.userId,
      fields: {
        ...sender.evidence,
        sender_name: named.name,
        sender_email: named.email,
        organization: named.organization,
        recipients: namedRecipients(plan),
      },
    },
    event: {
      kind: 'document.sent',
      data: {
        documentId: id,
        document: { id, title: document.title, status: 'in-progress' },
        expiration: expiresAt.toISOString(),
        ...notifiedOfSending(sending, input),
        ...(reminders && { remindAt: daysAfter(tx.now, reminders.everyDays).toISOString() }),
      },
    },
  });
}

/** The audit entry stores the recipients in this form, as personal data. */
export const namedRecipients = ({ signers }: Plan): string =>
  JSON.stringify(
    signers.map(({ id, order, input: { email, name, role } }) => ({
      id,
      email,
      name,
      role,
      order,
    })),
  );

/** The data of the audit entry about a new first revision. It contains no personal data. */
export const evidenceOfRevision = ({ plan, prepared, revision }: Sending, signingOrder: string) => ({
  revision: 1,
  sha256: revision.sha256,
  certified: prepared.certified,
  ...(revision.seal !== undefined && { seal: revision.seal }),
  ...(revision.stampedBy !== undefined && { time_stamped_by: revision.stampedBy }),
  pages: prepared.pageCount,
  signers: plan.signers.length,
  order: signingOrder,
});

/** The data of the audit entry about sending the document. It contains no personal data. */
const evidenceOfSending = (
  sending: Sending,
  { warnings_to_accept: accepted }: SendableDocument,
  input: SendInput,
  expiresAt: Date,
) => ({
  ...evidenceOfRevision(sending, input.signingOrder),
  expires_at: expiresAt.toISOString(),
  ...(input.scheduledFor && { scheduled_for: input.scheduledFor.toISOString() }),
  ...(silent(sending.plan, input) > 0 && { without_mail: silent(sending.plan, input) }),
  // A document is sent only after all warnings are confirmed.
  ...(accepted.length > 0 && { accepted_warnings: accepted.join(', ') }),
});

const silent = ({ signers }: Plan, send: SendInput): number =>
  signers.filter(({ input }) => !notifiedOf(input, send).notify).length;

/**
 * Returns the recipients who get an e-mail about the event: signers whose turn it is are asked to act, and viewers get
 * access.
 */
function notifiedOfSending({ plan: { signers }, statuses }: Sending, { isInPackage, isInPerson }: SendInput) {
  const withStatus = (status: SignerStatus) =>
    signers.filter((_, index) => statuses[index] === status).map(({ id }) => id);
  return {
    signers: signers.map(({ input: { email, name } }) => ({ email, name })),
    recipients: isInPerson === true || isInPackage === true ? [] : withStatus('pending-signature'),
    readers: isInPackage === true ? [] : withStatus('notified'),
  };
}

const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000);

/** Appended pages have the size of the first page. */
export function pagesAfter(pages: readonly PageSize[], count: number): PageSize[] {
  const first = pages[0] ?? { width: 595, height: 842 };
  return Array.from({ length: count }, (_, index) => pages[index] ?? first);
}

/** A recipient's setting overrides the document's. */
function notifiedOf(
  own: Pick<SendInput, 'notify' | 'notifyCompletion'>,
  all: Pick<SendInput, 'notify' | 'notifyCompletion'>,
): { notify: boolean; notifyCompletion: boolean } {
  const notify = own.notify ?? all.notify ?? true;
  return { notify, notifyCompletion: own.notifyCompletion ?? all.notifyCompletion ?? notify };
}

function writeRecipients(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { plan, statuses, codes }: Sending,
  send: SendInput,
): void {
  for (const index of plan.signers.keys())
    tx.write(insertRecipient(recipientRow(tx, tenantId, documentId, { plan, statuses, codes }, send, index)));
}

export function recipientRow(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { plan, statuses, codes }: Pick<Sending, 'plan' | 'statuses' | 'codes'>,
  send: Pick<SendInput, 'notify' | 'notifyCompletion'>,
  index: number,
): RecipientRow {
  const signer = plan.signers[index];
  if (!signer) throw new Error(`the plan has no recipient ${index}`);
  const { id, input, order: signingOrder, pdfField } = signer;
  return {
    tenantId,
    documentId,
    id,
    position: index + 1,
    signingOrder,
    email: input.email,
    emailKey: addressKey(input.email),
    name: input.name,
    role: input.role,
    status: statuses[index] ?? 'waiting',
    locale: input.locale ?? null,
    pdfField,
    invitedAt: tx.now,
    accessCodeHash: codes[index] ?? null,
    secondStep: input.requireTwoFactor ?? null,
    secondEmail: input.secondEmail ?? null,
    ...notifiedOf(input, send),
    folded: foldRecipient(input),
  };
}

/**
 * Every signer has a row for the signature, even if its slot is on the appended page, so that the signing page can show
 * it.
 */
export function writeFields(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { signers, fields }: Plan,
  places: ReadonlyMap<string, Place | null>,
): void {
  let position = 0;
  const write = (
    field: { id: string; signerId: string; kind: string; name: string; place: Place; required: boolean },
    label: string | null,
    settings: FieldSettings,
  ) => {
    const { id, signerId, kind, name, place, required } = field;
    position += 1;
    tx.write(
      insertField({
        tenantId,
        documentId,
        id,
        position,
        signerId,
        kind,
        pdfName: name,
        page: place.page,
        x: place.x,
        y: place.y,
        width: place.width,
        height: place.height,
        required,
        label,
        settings: JSON.stringify(settings),
        value: settings.readOnly === true ? (settings.default ?? null) : null,
      }),
    );
  };
  for (const { id, signer, input, place, pdfName: name, settings } of fields)
    write(
      { id, signerId: signer.id, kind: input.kind, name, place, required: input.required },
      input.label ?? null,
      settings,
    );
  for (const signer of signers) {
    const place = signer.pdfField === null ? null : places.get(signer.pdfField);
    const has = fields.some((field) => field.signer === signer && field.isSignature);
    if (!place || has || signer.pdfField === null || signer.input.role !== 'signer') continue;
    const id = newId('field', tx.now);
    write({ id, signerId: signer.id, kind: 'signature', name: signer.pdfField, place, required: true }, null, {});
  }
}
