/** Renders one page of a document's current revision as an image. */
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { AppError } from '../../platform/errors.ts';
import { pageRefusalOf, type PdfPool, PdfTaskError } from '../../platform/pdf/index.ts';
import {
  type MemberPrincipal,
  type RequestContext,
  type SignerPrincipal,
  taskOwner,
} from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { openDocumentFile, pdfSource } from '../document-core/index.ts';

export type PageDependencies = { uow: UnitOfWork; pdf: PdfPool; blobs: CheckedBlobs };

/** Throws NOT_FOUND for a page number beyond the last page. */
export async function renderPage(
  { uow, pdf, blobs }: PageDependencies,
  { principal, gone }: Pick<RequestContext<MemberPrincipal | SignerPrincipal>, 'principal' | 'gone'>,
  document: { id: string; pages: number },
  { page, width }: { page: number; width: number },
): Promise<{ bytes: Uint8Array; etag: string; revision: number }> {
  if (page > document.pages) throw new AppError('NOT_FOUND', { pages: document.pages });
  const file = await openDocumentFile(uow, principal.tenantId, document.id);
  const source = await pdfSource(blobs, file);
  const options = { page, width, format: 'webp' } as const;
  const picture = await pdf
    .render(source, options, { owner: taskOwner(principal), signal: gone?.() })
    .catch(refusePage);
  const etag = `${file.sha256.slice(0, 32)}-${page}-${width}`;
  return { bytes: picture.bytes, etag, revision: file.revision };
}

/** Converts a worker's error about a page to the error for the caller. */
export function refusePage(error: unknown): never {
  throw error instanceof PdfTaskError ? pageRefusalOf(error) : error;
}
