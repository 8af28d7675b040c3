/** Creates and sends a document from a file or a template in one transaction. */
import { claimExternalId, applyTemplateDetails } from '../document-core/store/index.ts';
import type { Document, DocumentForm, DocumentOfTemplate, Signer } from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { writeBlob } from '../../platform/blobs/blob-keys.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { callbackEndpoint, readCallback } from '../callbacks/index.ts';
import {
  buildSending,
  planSend,
  prepareSending,
  readRedirects,
  readSendAt,
  recordSchedule,
  recordSending,
  refuseTurns,
  type SendableDocument,
  type SendDependencies,
  senderOf,
  acceptUpload,
  type UploadDependencies,
  withFontWarnings,
  writeDraft,
} from '../documents/index.ts';
import { documentView, hashCodes, loadDocument, type SendInput, signerView } from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { useTemplate } from './use-template.ts';

type Context = RequestContext<MemberPrincipal>;
type Created = { document: Document; signers: Signer[] };
type Upload = { filename: string; content: AsyncIterable<Uint8Array>; fields: () => Promise<DocumentForm> };

/**
 * Does all slow work first, and then runs one transaction. If the transaction fails, the stored file is deleted again.
 */
export async function createDocumentFromFile(
  dependencies: SendDependencies & UploadDependencies,
  context: Context,
  upload: Upload,
): Promise<Created> {
  const { uow } = dependencies;
  const { principal } = context;
  const { tenantId, userId } = principal;
  const id = await acceptUpload(dependencies, principal, upload, async (file, form) => {
    const sender = senderOf(context);
    const documentId = newId('document', uow.now());
    const title = form.title ?? upload.filename;
    const document: SendableDocument = {
      id: documentId,
      title,
      filename: file.filename,
      pages: file.pages,
      size_bytes: file.size,
      sha256: file.sha256,
      blob_id: file.blobId,
      hash_state: file.hashState,
      has_signatures: file.hasSignatures,
      warnings_to_accept: file.warningsToAccept as SendableDocument['warnings_to_accept'],
      own_fields: file.ownFields,
      variables: [],
      environment: context.environment,
      organization_id: principal.organizationId,
    };
    const recipients = { signers: form.signers, fields: form.fields ?? [] };
    refuseTurns(form.signers, form.signingOrder);
    const input: SendInput = {
      ...form,
      redirects: await readRedirects(uow, tenantId, form),
      callback: await readCallback(dependencies, tenantId, form.callbackUrl),
    };
    const at = sendTimeOf(form, uow.now());
    if (!form.send) planSend(document, recipients, uow.now());
    const sending =
      form.send && !at ? await prepareSending(dependencies, sender, document, recipients, input) : undefined;
    const built = at && (await buildSending(dependencies, sender, document, recipients, input));
    const planned = sending ? null : { ...recipients, signers: await hashCodes(notifiedAs(form)) };
    return uow.run(tenantId, async (tx) => {
      writeBlob(tx, tenantId, documentId, file);
      writeDraft(tx, tenantId, { id: documentId, ownerId: userId, title, description: form.description ?? null, file });
      tx.write(
        applyTemplateDetails({
          tenantId,
          documentId,
          templateId: null,
          tags: form.tags ?? [],
          metadata: JSON.stringify(form.metadata ?? {}),
          planned: planned && JSON.stringify(planned),
          signingOrder: form.signingOrder,
          emailSubject: form.emailSubject ?? null,
          emailMessage: form.emailMessage ?? null,
          redirects: input.redirects ? JSON.stringify(input.redirects) : null,
          variables: '[]',
          callbackEndpoint: await callbackEndpoint(tx, tenantId, input.callback),
        }),
      );
      await claimExternalId(tx, { tenantId, id: documentId }, form.externalId);
      const trail = await uow.recorder.create(tx, tenantId, documentId, userId);
      await trail.record({
        action: 'document.created',
        actor: auditActor(principal),
        target: { kind: 'document', id: documentId },
        data: {
          sha256: file.sha256,
          size_bytes: file.size,
          pages: file.pages.length,
          uploaded_sha256: file.uploaded.sha256,
          uploaded_size_bytes: file.uploaded.size,
        },
        personal: { personId: userId, fields: { ...requestOrigin(context), title, filename: file.filename } },
        event: { kind: 'document.created', data: { documentId, document: { id: documentId, title, status: 'draft' } } },
      });
      if (sending) await recordSending(tx, trail, sender, document, sending, input);
      if (at && built && planned) {
        const { named } = built;
        await recordSchedule(uow, tx, trail, sender, { document, named, at, input, planned, resetDraft: false });
      }
      failpointsOfCommit(tx, 'upload');
      return documentId;
    });
  });
  const { document, signers, fields } = await loadDocument(uow, principal, id);
  const view = await withFontWarnings(dependencies.fonts, documentView(document, signers, fields));
  return { document: view, signers: signers.map(signerView) };
}

function sendTimeOf({ send, sendAt }: Pick<DocumentOfTemplate, 'send' | 'sendAt'>, now: Date): Date | undefined {
  if (sendAt !== undefined && !send) throw invalid('send', 'must be true if `sendAt` is set');
  return sendAt === undefined ? undefined : readSendAt(sendAt, now);
}

/** In a draft, the document's notification settings are stored with each recipient. */
const notifiedAs = ({ signers, notify, notifyCompletion }: DocumentForm): DocumentForm['signers'] =>
  signers.map((signer) => ({
    ...signer,
    ...(notify !== undefined && { notify: signer.notify ?? notify }),
    ...(notifyCompletion !== undefined && { notifyCompletion: signer.notifyCompletion ?? notifyCompletion }),
  }));

export function createDocumentFromTemplate(
  dependencies: SendDependencies,
  context: Context,
  { templateId, ...use }: DocumentOfTemplate,
): Promise<Created> {
  const { principal } = context;
  if (principal.kind === 'api-key' && !principal.scopes.includes('templates'))
    throw new AppError(
      'FORBIDDEN',
      { scope: 'templates' },
      { message: 'This API key does not have the scope `templates`, which is required for `templateId`.' },
    );
  sendTimeOf(use, dependencies.uow.now());
  return useTemplate(dependencies, context, templateId, use);
}
