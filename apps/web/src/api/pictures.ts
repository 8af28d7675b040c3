import * as api from '@countersign/client/operations';
import { urlOf } from './client.ts';

/**
 * Returns the URL of a page's picture, about `width` pixels wide. `step` counts the visible changes of the document.
 * Browsers reuse an image with a known URL regardless of its cache headers, so a changed page needs a new URL.
 * Otherwise, only the width differs between URLs of the same page.
 */
export const pagePicture = (id: string, page: number, width: number, step: number): string =>
  urlOf(api.getDocumentPage, { params: { id, n: String(page) }, query: { width: String(width + step) } });

/**
 * Returns the URL of a page's picture in a template. `version` is the version that introduced the file, because the
 * pages change with the file.
 */
export const templatePicture = (id: string, version: number, page: number, width: number): string =>
  urlOf(api.getTemplatePage, {
    params: { id, n: String(page) },
    query: { width: String(width), version: String(version) },
  });
