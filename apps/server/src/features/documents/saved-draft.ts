/** A draft as the editor saves it while a person is typing (ADR 50). */
import { isDeepStrictEqual } from 'node:util';
import {
  DRAFT_MAX_BYTES,
  type DraftContent,
  type FieldInput,
  type Id,
  type PlannedInput,
  type SavedDraft,
} from '@countersign/contract';
import { AppError, invalid } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { FontBook } from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import {
  decideSend,
  hashCodes,
  keepCodes,
  type KeptSending,
  type KeptSigner,
  refuseUnless,
  type DraftRow,
  type KeptDraft,
  type DocumentRow,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { draftWarnings } from './font-warnings.ts';
import { planSend } from './plan-send.ts';
import { refuseScheduled } from './refuse-scheduled.ts';
import { lockForMove, selectDraft, saveDraftContent, selectDocument } from '../document-core/store/index.ts';

/**
 * The length of a pause after which the next save gets a new audit entry. Earlier saves by the same person share one
 * entry.
 */
const SITTING_MS = 15 * 60_000;

export type SaveInput = {
  revision: number;
  save: { editor: string; number: number };
  content: DraftContent;
  signers?: PlannedInput[] | undefined;
  fields?: FieldInput[] | undefined;
};
type Codes = ReadonlyMap<string, string>;

type Dependencies = { uow: UnitOfWork; fonts: FontBook };

export async function getDraft(
  { uow, fonts }: Dependencies,
  { principal }: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
): Promise<SavedDraft & { content: DraftContent | null }> {
  const [row] = await uow.read(
    principal.tenantId,
    selectDraft({ tenantId: principal.tenantId, documentId, owner: ownDocumentsOnly(principal) }),
  );
  if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
  const content = row.draft && shownContent(row.draft);
  return { ...savedView(row), warnings: content ? await draftWarnings(fonts, content) : [], content };
}

export async function saveDraft(
  { uow, fonts }: Dependencies,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  input: SaveInput,
): Promise<SavedDraft> {
  const { principal } = context;
  const { tenantId } = principal;
  const owner = ownDocumentsOnly(principal);
  if (Buffer.byteLength(JSON.stringify(input.content)) > DRAFT_MAX_BYTES)
    throw invalid('content', `is larger than ${DRAFT_MAX_BYTES / 1024} kB`);
  // Access codes are hashed before anything is locked, because hashing is deliberately slow.
  const codes = await hashedCodes(input.content);
  const signers = input.signers && (await hashCodes(input.signers.map(withoutCode)));
  const warnings = await draftWarnings(fonts, input.content);
  const saved = await uow.run(tenantId, async (tx) => {
    await tx.query(lockForMove({ tenantId, documentId, owner }));
    const [[document], [before]] = await tx.queryAll([
      selectDocument({ tenantId, documentId, owner }),
      selectDraft({ tenantId, documentId, owner }),
    ]);
    if (!document || !before) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    refuseUnless(decideSend(document));
    refuseScheduled(document);
    if (isOvertaken(before, input)) return savedView(before);
    const kept = keptDraft(input, codes, before.draft, document.planned);
    const planned = plannedOf(document, kept, signers, input.fields, tx.now);
    if (isStored(before, document, kept, planned)) return savedView(before);
    refuseChanged(before, input);
    tx.write(
      saveDraftContent({
        tenantId,
        documentId,
        draft: JSON.stringify(kept),
        planned: planned && JSON.stringify(planned),
        by: principal.userId,
        now: tx.now,
      }),
    );
    if (beginsSitting(before, principal.userId, tx.now)) {
      await uow.recorder.record(tx, tenantId, documentId, {
        action: 'document.changed',
        actor: auditActor(principal),
        target: { kind: 'document', id: documentId },
        data: { changed: 'planned' },
        personal: { personId: principal.userId, fields: requestOrigin(context) },
      });
    }
    const [row] = await tx.query(selectDraft({ tenantId, documentId, owner }));
    return savedView(row ?? before);
  });
  return { ...saved, warnings };
}

const savedView = (row: DraftRow): Omit<SavedDraft, 'warnings'> => ({
  revision: row.draft_revision,
  editor: row.draft?.save.editor ?? null,
  saved_by: row.saved_by,
  saved_at: row.draft_saved_at?.toISOString() ?? null,
});

/** True if the page has already saved a later state and this request was delayed. */
const isOvertaken = ({ draft }: DraftRow, { save }: SaveInput): boolean =>
  draft?.save.editor === save.editor && save.number <= draft.save.number;

/**
 * True if the save would change nothing. A page that is closed saves its state twice, and the second save can arrive
 * after the draft was opened again. A new revision would then look like a change by someone else.
 */
const isStored = (
  { draft }: DraftRow,
  { planned: plannedBefore }: DocumentRow,
  { content, codes }: KeptDraft,
  planned: KeptSending | null,
): boolean =>
  draft !== null && isDeepStrictEqual([draft.content, draft.codes, plannedBefore], plain([content, codes, planned]));

/** The value as it is read from the database, without undefined properties. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Refuses a save if another page has changed the draft. The page that saved last may continue even if it never received
 * the response to that save.
 */
function refuseChanged(before: DraftRow, { revision, save }: SaveInput): void {
  if (before.draft_revision === revision || before.draft?.save.editor === save.editor) return;
  const { saved_by: savedBy, saved_at: savedAt } = savedView(before);
  throw new AppError('DRAFT_CHANGED', { revision: before.draft_revision, savedBy, savedAt });
}

async function hashedCodes({ recipients }: DraftContent): Promise<Codes> {
  const entries = recipients.flatMap(({ key, accessCode }) => (accessCode === undefined ? [] : [{ key, accessCode }]));
  return new Map(
    await Promise.all(
      entries.map(async ({ key, accessCode }) => [key, await hashPassword(accessCode)] as [string, string]),
    ),
  );
}

/** The plan takes the hash from the recipient at the same index, so that the code is hashed only once. */
const withoutCode = ({ accessCode, ...signer }: PlannedInput): PlannedInput => ({
  ...signer,
  ...(accessCode !== undefined && { hasAccessCode: true as const }),
});

/**
 * Access codes are stored under the keys of their recipients, even of removed recipients, so that an undo restores
 * them.
 */
function keptDraft(
  { content, save }: SaveInput,
  hashed: Codes,
  before: KeptDraft | null,
  planned: KeptSending | null,
): KeptDraft {
  const codes = new Map([...Object.entries(before?.codes ?? {}), ...hashed]);
  const recipients = content.recipients.map(({ accessCode, hasAccessCode, ...recipient }, index) => {
    if (accessCode === undefined && hasAccessCode !== true) return recipient;
    const address = recipient.email.trim().toLowerCase();
    const code =
      codes.get(recipient.key) ?? planned?.signers.find(({ email }) => email.toLowerCase() === address)?.accessCodeHash;
    if (code === undefined)
      throw invalid(
        `content.recipients[${index}].hasAccessCode`,
        'refers to a stored code, but this recipient has none',
      );
    codes.set(recipient.key, code);
    return { ...recipient, hasAccessCode: true as const };
  });
  // Only the access codes of the newest recipients are kept. Their keys are the last ones, because the page assigns
  // keys in ascending order.
  const newest = [...codes].slice(-200);
  return { content: { ...content, recipients }, codes: Object.fromEntries(newest), save };
}

/** Validates the plan as in a send request. Returns null while the page reports missing input. */
function plannedOf(
  document: DocumentRow,
  { content, codes }: KeptDraft,
  signers: Awaited<ReturnType<typeof hashCodes>> | undefined,
  fields: FieldInput[] | undefined,
  now: Date,
): KeptSending | null {
  if (signers === undefined || signers.length === 0) return null;
  const known = content.recipients.flatMap(({ key, email }): KeptSigner[] => {
    const accessCodeHash = codes[key];
    return accessCodeHash === undefined ? [] : [{ name: '', role: 'signer', email: email.trim(), accessCodeHash }];
  });
  const planned = { signers: keepCodes(signers, known), fields: fields ?? [] };
  planSend(document, planned, now, undefined);
  return planned;
}

const shownContent = ({ content }: KeptDraft): DraftContent => content;

const beginsSitting = (before: DraftRow, userId: string, now: Date): boolean =>
  before.draft_saved_by !== userId ||
  before.draft_saved_at === null ||
  now.getTime() - before.draft_saved_at.getTime() > SITTING_MS;
