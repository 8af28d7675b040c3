/**
 * Checks files that signers attach. A worker examines the content and ignores the file name. The file is not changed.
 */
import { reasonOf } from '@countersign/contract';
import type { StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { invalid } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError, refusalOf, type RunOptions } from '../../platform/pdf/index.ts';

export type AttachmentType = 'application/pdf' | 'image/png' | 'image/jpeg';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const REFUSALS: Record<string, string> = {
  unsupported_file: 'is not a PDF, PNG or JPEG file',
  encrypted_pdf: 'is protected with a password, so recipients cannot open it. Attach an unprotected copy.',
  active_content: 'contains JavaScript or other active content. Print it to a PDF and attach that.',
  damaged_pdf: 'is damaged. Open it in a PDF viewer, save it again and attach that copy.',
  image_too_large: 'has more than 50 million pixels',
  invalid_image: 'is a damaged image',
  unreadable_file: 'is too complex or too damaged to be read safely',
};

export async function judgeFile(
  pdf: PdfPool,
  { head, part }: Pick<StagedFile, 'head' | 'part'>,
  run: RunOptions,
): Promise<AttachmentType> {
  const source = { parts: [part] };
  if (head.subarray(0, PNG.length).equals(PNG) || head.subarray(0, JPEG.length).equals(JPEG)) {
    await judging(() => pdf.checkPicture(source, run));
    return head[0] === JPEG[0] ? 'image/jpeg' : 'image/png';
  }
  if (!head.includes('%PDF-')) throw refusal('unsupported_file');
  const judged = await judging(() => pdf.judge({ source }, run));
  if (judged.state === 'damaged') throw refusal('damaged_pdf');
  const { encryption, activeContent } = judged.inspection;
  // Anyone can read a PDF that has only an owner password.
  if (encryption !== null && encryption.password !== 'owner') throw refusal('encrypted_pdf');
  if (activeContent.length > 0) throw refusal('active_content');
  return 'application/pdf';
}

async function judging<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    const notTaken = refusalOf(error);
    if (notTaken) throw notTaken;
    if (error.code !== 'rejected') throw refusal('unreadable_file');
    throw refusal(error.reason === 'encrypted' ? 'encrypted_pdf' : (error.reason ?? ''));
  }
}

function refusal(reason: string) {
  const known = reason in REFUSALS ? reason : 'unreadable_file';
  return invalid('file', REFUSALS[known] ?? '', reasonOf(known));
}
