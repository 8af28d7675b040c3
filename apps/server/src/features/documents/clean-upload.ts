/** Prepares an upload to become a document: inspects it, decrypts it, repairs damage and removes active content. */
import { LIMITS, reasonOf, type WarningCode } from '@countersign/contract';
import type { Inspection, RepairKind } from '@countersign/pdf-sign';
import { invalid } from '../../platform/errors.ts';
import {
  type Comparison,
  type PdfPart,
  type PdfPool,
  PdfTaskError,
  refusalOf,
  type TaskOwner,
} from '../../platform/pdf/index.ts';
import type { CheckedBlobs, StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { readSealed, Scratch, type SealedFile } from '../../platform/blobs/scratch.ts';
import { BlobError, type BlobSource } from '../../platform/ports/blob-store.ts';
import { UploadHash } from './upload-hash.ts';
import {
  type ActiveContentRule,
  decideUpload,
  drawnFieldsWarning,
  ownFieldsOnly,
  repairWarnings,
  unshownWarning,
  warningsToAccept,
} from './upload-policy.ts';

export type CleaningDependencies = { blobs: CheckedBlobs; pdf: PdfPool };
type Hashed = { staged: StagedFile; hash: UploadHash };
export type StagedUpload = Hashed & { owner: TaskOwner; password?: string | undefined };
/** The file to store, which is the upload itself or a rewritten version of it. */
type Written = {
  rewritten: SealedFile | undefined;
  inspection: Inspection;
  repairs: readonly RepairKind[];
  /** Set for a repaired file: the previous object number of its catalog. */
  root?: number;
};
/** `hashState` is the resumable state after the last byte. */
export type CleanUpload = {
  staged: StagedFile;
  hashState: Buffer;
  inspection: Inspection;
  warnings: string[];
  warningsToAccept: WarningCode[];
  ownFields: string[];
};

/**
 * The maximum size of a rewritten file. Objects grow when they are taken out of compressed streams, but only a crafted
 * file exceeds this.
 */
const MAX_REWRITTEN_BYTES = 2 * LIMITS.uploadBytes;

const OWNER_PASSWORD = 'Upload it with its owner password, or ask its author for a copy without restrictions.';
const REFUSALS: Record<string, string> = {
  not_a_pdf: 'is not a PDF',
  encrypted_pdf:
    'is protected with a password. Upload it with its password, or remove the password and upload it again.',
  wrong_password: 'cannot be opened with this password. Check the password and try again.',
  unsupported_encryption:
    'uses an unsupported kind of encryption. Only password encryption is supported. Remove the encryption and upload it again.',
  modify_and_annotate_forbidden: `does not permit changes: its permissions lack "modify" (bit 4) and "annotate and fill in forms" (bit 6). Signature fields need both. ${OWNER_PASSWORD}`,
  modify_forbidden: `does not permit signature fields to be added: its permissions lack "modify" (bit 4). ${OWNER_PASSWORD}`,
  annotate_forbidden: `does not permit signature fields to be added: its permissions lack "annotate and fill in forms" (bit 6). ${OWNER_PASSWORD}`,
  signed_and_encrypted:
    'is encrypted and signed. Decrypting it would break the signatures. Ask its author for an unencrypted signed copy.',
  signed_and_repeated_page:
    'lists a page more than once and contains signatures that a repair would break. Ask for a copy without duplicate pages.',
  xfa_unsupported: 'is a dynamic XFA form, which cannot be signed. Print it to a PDF and upload that file.',
  certified_no_changes: 'was certified by its author in a way that allows no additions, not even a signature',
  active_content:
    'contains JavaScript or other active content, which your organization does not accept. Print it to a PDF and upload that file.',
  damaged_pdf:
    'is damaged and incomplete, so it cannot be repaired. Open it in a PDF viewer, check that every page is there, save it again and upload that copy.',
  signed_and_damaged: 'is damaged and contains signatures that a repair would break. Ask for an undamaged copy.',
};
/** Refusals that share an error code with another refusal but need a different fix. */
const CODES: Record<string, string> = {
  modify_and_annotate_forbidden: 'encrypted_pdf',
  modify_forbidden: 'encrypted_pdf',
  annotate_forbidden: 'encrypted_pdf',
  signed_and_repeated_page: 'repeated_page',
  signed_and_damaged: 'damaged_pdf',
};
const REASONS: Record<string, string> = {
  not_a_pdf: 'not_a_pdf',
  encrypted: 'encrypted_pdf',
  already_signed: 'signed_and_damaged',
};

/**
 * Returns the staged file to store: the upload itself, or a rewritten version, in which case the upload is discarded.
 * `rule` is read only for a file with active content. Files are not held in memory: workers read and write files, and
 * the result is staged as a stream.
 *
 * @throws ValidationError for a file that cannot become a document; the upload then stays staged
 */
export async function cleanUpload(
  dependencies: CleaningDependencies,
  upload: StagedUpload,
  rule: () => Promise<ActiveContentRule>,
): Promise<CleanUpload> {
  const scratch = new Scratch();
  const over = new AbortController();
  try {
    return await clean(dependencies, upload, rule, { scratch, over: over.signal });
  } finally {
    over.abort();
    await scratch.remove();
  }
}

async function clean(
  { pdf, blobs }: CleaningDependencies,
  upload: StagedUpload,
  rule: () => Promise<ActiveContentRule>,
  { scratch, over }: { scratch: Scratch; over: AbortSignal },
): Promise<CleanUpload> {
  const run = { owner: upload.owner };
  // A form sends an empty password if no password was entered.
  const password = upload.password === '' ? undefined : upload.password;
  // The hash state is computed while a large file is being inspected. If the file is refused or rewritten, the result
  // is ignored.
  const ownState = upload.hash.state(pdf, upload.staged, { ...run, signal: over });
  ownState.catch(() => {});
  const original = { source: sourceOf(upload.staged.part), password };
  const judged = await judging(() => pdf.judge(original, run), password);
  const sound: Written =
    judged.state === 'sound' && !isOpened(judged.inspection)
      ? { inspection: judged.inspection, repairs: [], rewritten: undefined }
      : await repair(pdf, { ...upload, password }, scratch);
  const { inspection: found, repairs } = sound;
  // Most files have no active content, so the organization's rule is read only when it is needed.
  const decision = decideUpload(found, found.activeContent.length > 0 ? await rule() : 'strip');
  if (decision.outcome === 'refuse') throw refusal(decision.reason, password);
  const warnings = [...repairWarnings(repairs), ...decision.warnings];
  let { rewritten, inspection } = sound;
  if (decision.strip) {
    const [target, source] = [await scratch.sealed(), sourceOf(rewritten ?? upload.staged.part)];
    inspection = await judging(() => pdf.strip(source, target, run));
    // Any active content that remains is of a kind that the writer cannot remove.
    if (inspection.activeContent.length > 0) throw refusal('active_content');
    rewritten = target;
  }
  const told = { warnings, warningsToAccept: warningsToAccept(repairs, found), ownFields: ownFieldsOnly(found) };
  if (rewritten) {
    const after = { source: sourceOf(rewritten) };
    let compared = await judging(() => pdf.compare(original, after, run));
    if (compared.outcome === 'unreadable' && sound.root !== undefined) {
      const parts = [upload.staged.part, trailerTo(sound.root)];
      compared = await judging(() => pdf.compare({ source: { parts }, password }, after, run));
    }
    // PDFium does not try an empty owner password if a different user password is given.
    if (compared.outcome === 'unreadable' && repairs.includes('encryption')) throw refusal('encrypted_pdf', password);
    refuseChanges(compared, repairs);
  }
  const isProved = rewritten !== undefined;
  if (mayHideValues(inspection)) {
    const [target, source] = [await scratch.sealed(), sourceOf(rewritten ?? upload.staged.part)];
    const form = await judging(() => pdf.showForm(source, target, run));
    if (form.state === 'refused') throw undrawable(form.field, form.problem);
    if (form.state === 'drawn') {
      if (form.fields.length > 0) warnings.push(drawnFieldsWarning(form.fields));
      ({ inspection } = form);
      rewritten = target;
    }
  }
  if (!isProved) {
    const unshown = await pdf.tryPages(sourceOf(rewritten ?? upload.staged.part), run);
    if (unshown.length > 0) warnings.push(unshownWarning(unshown));
  }
  if (!rewritten) return { staged: upload.staged, hashState: await ownState, inspection, ...told };
  const { staged, hash } = await stageAgain(blobs, readSealed(rewritten));
  try {
    const hashState = await hash.state(pdf, staged, run);
    await upload.staged.discard();
    return { staged, hashState, inspection, ...told };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/**
 * Returns whether form fields might show something other than their values. A file with signatures is never rewritten,
 * so its fields are not checked.
 */
const mayHideValues = ({ hasForm, needAppearances, signatures, certification }: Inspection): boolean =>
  (hasForm || needAppearances) && signatures === 0 && certification === null;

/**
 * Returns whether the file is encrypted and must be stored decrypted, so that it can be signed. A file with
 * signatures is never rewritten.
 */
const isOpened = ({ encryption, signatures }: Inspection): boolean =>
  encryption !== null && encryption.permissions !== null && signatures === 0;

/**
 * Creates a trailer for a repaired file. If the cross-reference table is lost, PDFium scans the file from front to
 * back, but it does not search for a catalog to which no trailer refers.
 */
const trailerTo = (root: number): PdfPart => ({
  bytes: Buffer.from(`\ntrailer\n<</Root ${root} 0 R>>\nstartxref\n0\n%%EOF\n`),
});

async function repair(pdf: PdfPool, { staged, owner, password }: StagedUpload, scratch: Scratch): Promise<Written> {
  const rewritten = await scratch.sealed();
  const original = { source: sourceOf(staged.part), password };
  const { inspection, repairs, encryption, root } = await judging(
    () => pdf.repair(original, rewritten, { owner }),
    password,
  );
  return { rewritten, repairs, root, inspection: { ...inspection, encryption } };
}

/**
 * Refuses a rewritten file that does not look like the upload. The images and the text of every page are compared (ADR
 * 79).
 */
function refuseChanges(compared: Comparison, repairs: readonly RepairKind[]): void {
  if (compared.outcome === 'same') return;
  const work = repairs.includes('structure') ? 'is damaged' : 'must be rewritten before it can be signed';
  const otherwise = 'Open the file in a PDF viewer, check every page, print it to a PDF and upload that file.';
  if (!('page' in compared))
    throw invalid('file', `${work}, but its pages cannot be displayed. ${otherwise}`, 'page_not_drawn');
  const { outcome, page } = compared;
  if (outcome === 'undrawn')
    throw invalid(
      'file',
      `${work}, and page ${page} cannot be displayed, so the result could not be checked. ${otherwise}`,
      'page_not_drawn',
    );
  if (outcome === 'unfinished')
    throw invalid(
      'file',
      `${work}, but it has too many pages for the server to check the result. Only the first ${page} were checked. ${otherwise}`,
      'too_long_to_check',
    );
  if (repairs.includes('unfinished_update'))
    throw invalid(
      'file',
      `ends with an incomplete update, and page ${page} looks different in different PDF readers. ${otherwise}`,
      'repair_changes_page',
    );
  throw invalid(
    'file',
    `${work}, but that would change the content of page ${page}. ${otherwise}`,
    'repair_changes_page',
  );
}

async function stageAgain(blobs: CheckedBlobs, bytes: BlobSource): Promise<Hashed> {
  const hash = await UploadHash.begin();
  try {
    const staged = await blobs.stage(bytes, { maxBytes: MAX_REWRITTEN_BYTES, hash });
    return { staged, hash };
  } catch (error) {
    if (error instanceof BlobError && error.code === 'too_large') throw unreadable();
    throw error;
  }
}

/** Converts a worker's errors into a response for the uploader. */
async function judging<Result>(task: () => Promise<Result>, password?: string): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const notTaken = refusalOf(error);
    if (notTaken) throw notTaken;
    if (error.code !== 'rejected' || error.reason === 'too_complex') throw unreadable();
    throw refusal(REASONS[error.reason ?? ''] ?? 'damaged_pdf', password);
  }
}

const unreadable = () => invalid('file', 'is too complex or too damaged to be read safely', 'unreadable_pdf');

const undrawable = (field: string, problem: string) =>
  invalid(
    'file',
    `has a form field “${field}” that ${problem}. Change this field in a PDF editor, and upload the file again.`,
    'undrawable_field',
  );

function refusal(reason: string, password?: string) {
  const told = reason === 'encrypted_pdf' && password !== undefined ? 'wrong_password' : reason;
  const known = told in REFUSALS ? told : 'damaged_pdf';
  return invalid('file', REFUSALS[known] ?? 'is damaged', reasonOf(CODES[known] ?? known));
}

const sourceOf = (part: PdfPart) => ({ parts: [part] });
