/** An upload on its way to becoming a document: judged, repaired where it is damaged, and rid of active content. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { LIMITS } from '@countersign/contract';
import type { Inspection } from '@countersign/pdf-sign';
import { invalid } from '../../platform/errors.ts';
import {
  type PdfPart,
  type PdfPool,
  PdfTaskError,
  refusalOf,
  rewriteWithQpdf,
  type TaskOwner,
} from '../../platform/pdf/index.ts';
import type { CheckedBlobs, StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { readSealed, Scratch } from '../../platform/blobs/scratch.ts';
import { BlobError, type BlobSource } from '../../platform/ports/blob-store.ts';
import { UploadHash } from './upload-hash.ts';
import { type ActiveContentRule, decideUpload, drawnFieldsWarning, unshownWarning } from './upload-policy.ts';

export type CleaningDependencies = {
  blobs: CheckedBlobs;
  pdf: PdfPool;
  /** The program that repairs first; undefined where it is not installed. */
  qpdf?: string | undefined;
};
type Hashed = { staged: StagedFile; hash: UploadHash };
export type StagedUpload = Hashed & { owner: TaskOwner };
/** A sound file: the upload, or what was written of it, which `read` gives. */
type Written = { part: PdfPart; inspection: Inspection; read: (() => BlobSource) | undefined };
/** `hashState`: resumable, after its last byte. */
export type CleanUpload = { staged: StagedFile; hashState: Buffer; inspection: Inspection; warnings: string[] };

/** Objects out of compressed streams take more room; a file that outgrows this was made to. */
const MAX_REWRITTEN_BYTES = 2 * LIMITS.uploadBytes;

const REFUSALS: Record<string, string> = {
  not_a_pdf: 'is not a PDF',
  encrypted_pdf: 'is protected with a password. Remove the protection and upload it again.',
  owner_password:
    'can be opened without a password, but a permissions password forbids changes, and a signature is one. Ask its author for an unprotected copy, or print it to a PDF, and upload that.',
  xfa_unsupported: 'is a dynamic XFA form, which cannot be signed. Print it to a PDF and upload that.',
  certified_no_changes: 'was certified by its author so that nothing may be added to it, not even a signature',
  active_content:
    'contains JavaScript or other active content, which your organization does not accept. Print it to a PDF and upload that.',
  damaged_pdf:
    'is damaged, and a part of it is lost, so it cannot be repaired. Open it in a PDF viewer, check that every page is there, save it again and upload that copy.',
  signed_and_damaged: 'is damaged and carries signatures, which a repair would break. Ask for an undamaged copy.',
};
/** Refusals that share a code with another one, and differ in what to do. */
const CODES: Record<string, string> = { owner_password: 'encrypted_pdf', signed_and_damaged: 'damaged_pdf' };
/** What the workers and the reader call it. */
const REASONS: Record<string, string> = {
  not_a_pdf: 'not_a_pdf',
  encrypted: 'encrypted_pdf',
  already_signed: 'signed_and_damaged',
};

/**
 * Answers with the staged file that is to be kept: the upload itself, or one rewritten from it, in which case the upload
 * is discarded. `rule` is asked only for a file with active content. Nothing is held in memory here: workers read and write files, and the result is staged as a stream.
 *
 * @throws ValidationError for a file that cannot become a document; the upload stays staged then.
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
  { pdf, blobs, qpdf }: CleaningDependencies,
  upload: StagedUpload,
  rule: () => Promise<ActiveContentRule>,
  { scratch, over }: { scratch: Scratch; over: AbortSignal },
): Promise<CleanUpload> {
  const run = { owner: upload.owner };
  // Of a large file while it is judged. Where that refuses it, or it is rewritten, nobody asks what came of this.
  const ownState = upload.hash.state(pdf, upload.staged, { ...run, signal: over });
  ownState.catch(() => {});
  const judged = await judging(() => pdf.judge(sourceOf(upload.staged.part), run));
  const sound: Written =
    judged.state === 'sound'
      ? { ...judged, part: upload.staged.part, read: undefined }
      : await repair(pdf, qpdf, upload, scratch);
  // Most files have none, and the rule need not be looked up for them.
  const { inspection: found } = sound;
  const decision = decideUpload(found, found.activeContent.length > 0 ? await rule() : 'strip');
  if (decision.outcome === 'refuse') throw refusal(decision.reason);
  const warnings = [...decision.warnings];
  if (judged.state === 'damaged')
    warnings.unshift('This file was damaged and has been repaired: a new file was written from it. Check its pages.');
  let { part: kept, inspection, read } = sound;
  if (decision.strip) {
    const target = await scratch.sealed();
    inspection = await judging(() => pdf.strip(sourceOf(kept), target, run));
    // What was found and is still there is something that the writer does not know how to take out.
    if (inspection.activeContent.length > 0) throw refusal('active_content');
    kept = target;
    read = () => readSealed(target);
  }
  if (mayHideValues(inspection)) {
    const target = await scratch.sealed();
    const form = await judging(() => pdf.showForm(sourceOf(kept), target, run));
    if (form.state === 'refused') throw undrawable(form.field, form.problem);
    if (form.state === 'drawn') {
      if (form.fields.length > 0) warnings.push(drawnFieldsWarning(form.fields));
      ({ inspection } = form);
      kept = target;
      read = () => readSealed(target);
    }
  }
  const unshown = await pdf.tryPages(sourceOf(kept), run);
  if (unshown.length > 0) warnings.push(unshownWarning(unshown));
  if (!read) return { staged: upload.staged, hashState: await ownState, inspection, warnings };
  const { staged, hash } = await stageAgain(blobs, read());
  try {
    const hashState = await hash.state(pdf, staged, run);
    await upload.staged.discard();
    return { staged, hashState, inspection, warnings };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/** Fields of a form may show something other than their values. A file with signatures keeps every byte. */
const mayHideValues = ({ hasForm, needAppearances, signatures, certification }: Inspection): boolean =>
  (hasForm || needAppearances) && signatures === 0 && certification === null;

/** qpdf writes first, where it is installed; a worker then takes its file or writes one of our own. */
async function repair(
  pdf: PdfPool,
  qpdf: string | undefined,
  { staged, owner }: StagedUpload,
  scratch: Scratch,
): Promise<Written> {
  const target = await scratch.sealed();
  const candidate = qpdf === undefined ? null : await rewriteOutside(qpdf, staged.part, scratch);
  const { by, inspection } = await judging(() => pdf.repair(sourceOf(staged.part), { candidate, target }, { owner }));
  return by === 'candidate' && candidate !== null
    ? { part: { path: candidate }, inspection, read: () => createReadStream(candidate) }
    : { part: target, inspection, read: () => readSealed(target) };
}

/** A file that qpdf made of the upload, which it has to read in the clear; null where it could not. */
async function rewriteOutside(qpdf: string, staged: PdfPart, scratch: Scratch): Promise<string | null> {
  if (!('path' in staged)) return null;
  const { path, sealedWith } = staged;
  const [input, output] = [sealedWith ? await scratch.plain('upload.pdf') : path, await scratch.plain('qpdf.pdf')];
  if (sealedWith) await writeFile(input, readSealed({ path, sealedWith }), { mode: 0o600 });
  return (await rewriteWithQpdf(qpdf, input, output)) ? output : null;
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

/** Runs a worker's task; what it throws becomes an answer to the uploader. */
async function judging<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const notTaken = refusalOf(error);
    if (notTaken) throw notTaken;
    if (error.code !== 'rejected' || error.reason === 'too_complex') throw unreadable();
    throw refusal(REASONS[error.reason ?? ''] ?? 'damaged_pdf');
  }
}

const unreadable = () => invalid('file', 'is too complex or damaged to be read safely', 'unreadable_pdf');

const undrawable = (field: string, problem: string) =>
  invalid(
    'file',
    `has a form field “${field}” that ${problem}. Change this field in a PDF editor, and upload the file again.`,
    'undrawable_field',
  );

function refusal(reason: string) {
  const known = reason in REFUSALS ? reason : 'damaged_pdf';
  return invalid('file', REFUSALS[known] ?? 'is damaged', CODES[known] ?? known);
}

const sourceOf = (part: PdfPart) => ({ parts: [part] });
