/**
 * Does the slow work of a send operation before anything is locked: places fields and the signature page, hashes access
 * codes and certifies the revision. docs/understand/signing-flow.md lists the steps, and the effect of a crash at each
 * step.
 */
import { reasonOf, type WarningCode } from '@countersign/contract';
import { signCades, type TrailPosition } from '@countersign/pki';
import type { PreparedSend, SendOptions } from '@countersign/pdf-sign';
import { failpoint } from '../../platform/failpoints.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import { PdfTaskError, refusalOf, type TaskOwner } from '../../platform/pdf/index.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { checkSignature, noTimestamp } from '../authority/index.ts';
import {
  firstStatuses,
  finishRevision,
  plainRevision,
  statesFor,
  timestampChain,
  type SendInput,
} from '../document-core/index.ts';
import { fieldSpec, senderFields } from './field-specs.ts';
import { findAnchorsAndTags, uploadSource } from './find-anchors.ts';
import type { FoundText } from './place-fields.ts';
import { type Plan, planSend } from './plan-send.ts';
import type { CertifiedRevision, Recipients, SendableDocument, SendDependencies, Sender, Sending } from './sending.ts';
import { signaturePages } from './signature-page.ts';
import { selectSenderNames, type SenderNames } from './sender-store.ts';
import { selectTrailPosition } from '../../platform/audit/entries.ts';

type HowToSend = Pick<SendInput, 'signingOrder' | 'placeTags' | 'acceptWarnings' | 'coverTags'>;

/** Data that the caller has read together with the document. */
export type ReadBefore = { named: SenderNames; trailPosition: TrailPosition | undefined };

/** @param known data that the caller has already read */
export async function prepareSending(
  dependencies: SendDependencies,
  sender: Sender,
  document: SendableDocument,
  recipients: Recipients,
  input: HowToSend,
  known?: ReadBefore,
): Promise<Sending> {
  dependencies.authority.requireTrustedTime();
  const { plan, prepared, trailPosition, warnings, hasPlacedTags, named } = await buildSending(
    dependencies,
    sender,
    document,
    recipients,
    input,
    known,
  );
  failpoint('send.built');
  // Access codes are hashed before anything is locked, because hashing is deliberately slow.
  const codes = await Promise.all(
    plan.signers.map(({ input: { accessCode, accessCodeHash = null } }) =>
      accessCode === undefined ? Promise.resolve(accessCodeHash) : hashPassword(accessCode),
    ),
  );
  const revision = await certify(dependencies, sender, document, { prepared, trailPosition });
  failpoint('send.certified');
  const statuses = firstStatuses(
    plan.signers.map(({ input: { role }, order }) => ({ role, signing_order: order })),
    input.signingOrder,
  );
  return { plan, prepared, codes, revision, statuses, warnings, hasPlacedTags, named };
}

/**
 * Builds the content of the revision: fields are placed and drawn, but the revision is not certified yet. Throws every
 * error with which a send request can be refused.
 */
export async function buildSending(
  dependencies: SendDependencies,
  sender: Sender,
  document: SendableDocument,
  recipients: Recipients,
  { placeTags, acceptWarnings, coverTags = false }: HowToSend,
  known?: ReadBefore,
) {
  refuseUnaccepted(document, acceptWarnings);
  const { fields } = recipients;
  const { named, trailPosition } = known ?? (await readBefore(dependencies.uow, sender, document.id));
  const owner = { tenant: sender.tenantId, credential: sender.userId };
  const found = await findAnchorsAndTags(dependencies, owner, document, {
    fields,
    placeTags: coverTags || placeTags,
    signers: recipients.signers,
  });
  // The covered tags have already become fields and are in the list of fields.
  const placing = found && coverTags ? { ...found, tags: [] } : found;
  const plan = planSend(document, recipients, dependencies.uow.now(), placing);
  const prepared = await prepare(dependencies, owner, document, plan, { found, sendersLocale: named.locale });
  const warnings =
    found?.unplaced === undefined
      ? []
      : [`Tags in the text of the document did not become fields: ${found.unplaced}. Signers see them as text.`];
  const hasPlacedTags = (found?.tags.length ?? 0) > 0;
  return { plan, prepared, trailPosition, warnings, hasPlacedTags, named };
}

const TO_ACCEPT: Readonly<Record<WarningCode, string>> = {
  unfinished_update:
    'must contain "unfinished_update" to send this document: its file ends with an incomplete update, and the pages show the version before it',
};

/** Throws a ValidationError that names each warning the sender must confirm first. */
function refuseUnaccepted(
  { warnings_to_accept: codes }: Pick<SendableDocument, 'warnings_to_accept'>,
  accepted: readonly WarningCode[] = [],
): void {
  const [first, ...more] = codes
    .filter((code) => !accepted.includes(code))
    .map((code) => ({ field: 'acceptWarnings', message: TO_ACCEPT[code], code }));
  if (first) throw new ValidationError(first, ...more);
}

export async function readBefore(
  uow: UnitOfWork,
  { tenantId, userId }: Sender,
  documentId: string,
): Promise<ReadBefore> {
  const [[named], [trailPosition]] = await uow.readAll(tenantId, [
    selectSenderNames(tenantId, userId),
    selectTrailPosition(tenantId, documentId),
  ]);
  if (!named) throw new Error(`the sender ${userId} no longer exists`);
  return { named, trailPosition };
}

async function prepare(
  { pdf, blobs, uow, authority, fonts, documentBranding }: SendDependencies,
  owner: TaskOwner,
  document: SendableDocument,
  { signers, fields }: Plan,
  { found, sendersLocale }: { found: FoundText | undefined; sendersLocale: string | null },
): Promise<PreparedSend> {
  const notice = document.environment === 'sandbox' ? 'TEST - NOT LEGALLY BINDING' : undefined;
  // New pages and a certification would add fields and changes that the file does not permit.
  const isOpen = !document.has_signatures && document.own_fields.length === 0;
  const options: SendOptions = {
    signers: signers
      .filter((signer) => signer.pdfField !== null)
      .map((signer) => {
        const own = fields.filter((field) => field.signer === signer);
        const signature = own.find((field) => field.isSignature);
        return {
          key: signer.pdfField ?? '',
          ...(document.own_fields.length > 0 && { existingField: signer.pdfField ?? '' }),
          label: `Signature of recipient ${signers.indexOf(signer) + 1}`,
          ...(signature && { signaturePlace: signature.place }),
          fields: own.filter((field) => !field.isSignature && field.settings.readOnly !== true).map(fieldSpec),
        };
      }),
    senderFields: await senderFields(fonts, fields),
    signaturePages: !isOpen
      ? []
      : await signaturePages(
          fonts,
          document,
          { signers, fields },
          { sendersLocale, notice, senderBranding: () => documentBranding.of(owner.tenant) },
        ),
    fileId: randomSecret(16),
    date: uow.now(),
    reserve: { cms: authority.signatureReserve(document.environment) },
    // Existing signatures stay valid, because the revision adds no certification and no page. A certification must be
    // the first signature (ISO 32000-2 12.8.2.2).
    certify: !isOpen ? false : { reason: 'Certified by the sender: fill-in and signing allowed' },
    // Covers tags and variables, so that their braces are not visible. The text stays searchable (ADR 32).
    ...(isOpen && { covers: [...(found?.tags ?? []).map(({ place }) => place), ...document.variables] }),
    ...(notice !== undefined && { notice }),
  };
  const source = await uploadSource(blobs, owner.tenant, document);
  try {
    return await pdf.prepareSend(source, options, { owner });
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    if (error.reason === 'certified_no_new_fields' || error.reason === 'certified_no_changes') {
      throw invalid(
        'signers',
        "cannot sign this file, because its author's certification does not allow new signature fields",
        error.reason,
      );
    }
    if (error.reason === 'undrawable_field')
      throw invalid('file', `has a form field that cannot be shown: ${error.message}`, error.reason);
    if (error.code === 'rejected')
      throw invalid('fields', `cannot be placed: ${error.message}`, reasonOf(error.reason));
    throw refusalOf(error) ?? new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter: 5 });
  }
}

async function certify(
  { uow, authority, blobs }: SendDependencies,
  { requestId, tenantId }: Sender,
  document: SendableDocument,
  { prepared, trailPosition }: { prepared: PreparedSend; trailPosition: TrailPosition | undefined },
): Promise<CertifiedRevision> {
  authority.requireTrustedTime();
  const states = await statesFor(authority.documentDigest(document.environment), document.hash_state, () =>
    blobs.stream(`${tenantId}/${document.blob_id}`),
  );
  if (!prepared.certified) return plainRevision(states, prepared.revision);
  const { environment, organization_id: organizationId } = document;
  const seal =
    authority.knownSeal(tenantId) ??
    (await uow.run(tenantId, (tx) => authority.seal(tx, tenantId, { id: organizationId, environment })));
  let stamp: Stamp | undefined;
  const onStamp = (made: Stamp) => (stamp = made);
  const revision = await finishRevision(states, prepared.revision, async (digest, digestAlgorithm) => {
    const cms = await signCades({
      digest,
      digestAlgorithm,
      key: seal.keyFor(digestAlgorithm),
      certificate: seal.certificate,
      chain: seal.chain,
      trailPosition,
      timestamp: authority.signatureTimestamper(environment, { requestId, documentId: document.id, onStamp }),
    }).catch((cause: unknown) => {
      throw noTimestamp(cause, 'No time-stamp could be created, so nothing was sent.');
    });
    checkSignature(cms, digest, seal);
    return cms;
  });
  return {
    ...revision,
    timestampChain: timestampChain(stamp),
    stampedBy: authority.stampedBy(environment, stamp),
    seal: seal.certificate.serial,
  };
}
