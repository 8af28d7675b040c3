import * as api from '@countersign/client/operations';
import { urlOf } from './client.ts';

/**
 * Address of a page's picture, about `width` pixels wide. `step` counts how often the document has changed visibly.
 * Browsers reuse an image with a known address regardless of its cache headers, so a changed page needs a new
 * address, and the width is the only part that may vary.
 */
export const pagePicture = (id: string, page: number, width: number, step: number): string =>
  urlOf(api.getDocumentPage, { params: { id, n: String(page) }, query: { width: String(width + step) } });

/** For a template, whose pages change with its file: `version` is the one that introduced the file. */
export const templatePicture = (id: string, version: number, page: number, width: number): string =>
  urlOf(api.getTemplatePage, {
    params: { id, n: String(page) },
    query: { width: String(width), version: String(version) },
  });
