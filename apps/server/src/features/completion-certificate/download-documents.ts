/** Downloads several documents in one ZIP archive. */
import { ERRORS, type Id } from '@countersign/contract';
import { csvLine } from '../../platform/csv/index.ts';
import { AppError } from '../../platform/errors.ts';
import { StreamAnswer } from '../../platform/invoke/answers.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import {
  awaitSeal,
  type DocumentRow,
  downloadName,
  type DownloadType,
  openDocumentFile,
  ownDocumentsOnly,
  streamDocumentFile,
} from '../document-core/index.ts';
import { selectDocument } from '../document-core/store/index.ts';
import { type DownloadDependencies, recordDownload } from './download-document.ts';
import { type ZipEntry, zipStream } from './zip.ts';

type Dependencies = DownloadDependencies & { blobs: CheckedBlobs };
type Included = { documentId: Id<'document'>; upTo: number; path: string };
type LeftOut = { documentId: string; error: string; message: string; cause: AppError };

/** Returns the type of the newest file: the completed file, the file with the signatures so far, or the upload. */
const newestOf = ({ completed_at: completed, sent_at: sent }: DocumentRow): DownloadType =>
  completed !== null ? 'signed' : sent === null ? 'original' : 'current';

/**
 * Checks each document and records its download first, so that the archive can list the documents that it does not
 * contain. Files are read while the archive is being sent.
 */
export async function downloadDocuments(
  { uow, blobs, sealed }: Dependencies,
  context: RequestContext<MemberPrincipal>,
  ids: readonly Id<'document'>[],
): Promise<StreamAnswer> {
  const { tenantId, userId: personId } = context.principal;
  const [included, leftOut]: [Included[], LeftOut[]] = [[], []];
  const names = new Set<string>();
  for (const documentId of ids) {
    try {
      const owner = ownDocumentsOnly(context.principal);
      const [document] = await uow.read(tenantId, selectDocument({ tenantId, documentId, owner }));
      if (!document) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
      // The time limit for waiting applies to all documents together. Documents that are not ready afterwards are left
      // out.
      if (leftOut.every(({ error }) => error !== 'SERVICE_UNAVAILABLE') || document.sealed_at)
        await awaitSeal({ uow, sealed }, tenantId, document);
      else if (document.status === 'completed') throw new AppError('SERVICE_UNAVAILABLE', { documentId });
      const type = newestOf(document);
      const upTo = await recordDownload(uow, context, document, { type, personId });
      included.push({ documentId, upTo, path: uniqueName(downloadName(document.filename, type), names) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = error.message === error.code ? ERRORS[error.code][1] : error.message;
      leftOut.push({ documentId, error: error.code, message, cause: error });
    }
  }
  // If no document can be included, an error is returned, because an empty archive would look like a success.
  const [first] = leftOut;
  if (included.length === 0 && first !== undefined) throw first.cause;
  const at = uow.now();
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const { documentId, upTo, path } of included) {
      const file = await openDocumentFile(uow, tenantId, documentId, upTo);
      yield { path, size: file.size, open: () => streamDocumentFile(blobs, file, { start: 0, end: file.size - 1 }) };
    }
    if (leftOut.length > 0) yield listOf(leftOut);
  }
  return new StreamAnswer({
    open: () => zipStream(entries(), at),
    contentType: 'application/zip',
    filename: `documents-${at.toISOString().slice(0, 10)}.zip`,
  });
}

/**
 * Some programs that unpack archives ignore case in file names and overwrite a file with the next one of the same name.
 */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = name.replace(/\.pdf$/, ` (${n}).pdf`);
  taken.add(unique.toLowerCase());
  return unique;
}

function listOf(leftOut: readonly LeftOut[]): ZipEntry {
  const rows = leftOut.map(({ documentId, error, message }) => csvLine([documentId, error, message]));
  const bytes = Buffer.from([csvLine(['documentId', 'error', 'message']), ...rows].join(''));
  return {
    path: 'not-included.csv',
    size: bytes.length,
    open: async function* open() {
      yield bytes;
    },
  };
}
