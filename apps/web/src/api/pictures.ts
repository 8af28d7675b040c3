import * as api from '@countersign/client/operations';
import { urlOf } from './client.ts';

/**
 * Address of a page's picture, about `width` pixels wide. `step` counts how often the document has changed its looks:
 * a browser shows an address it has shown before without asking again, however its cache is told, so a changed page
 * needs another address, and the width is the one thing in it that may differ.
 */
export const pagePicture = (id: string, page: number, width: number, step: number): string =>
  urlOf(api.getDocumentPage, { params: { id, n: String(page) }, query: { width: String(width + step) } });

/** Of a template, whose pages change with its file: `version` is the one that the file came with. */
export const templatePicture = (id: string, version: number, page: number, width: number): string =>
  urlOf(api.getTemplatePage, {
    params: { id, n: String(page) },
    query: { width: String(width), version: String(version) },
  });
