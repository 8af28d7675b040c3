import { urlOf } from './client.ts';

/**
 * Address of a page's picture. `version` stands behind `#`, so it never reaches the server: it makes the browser
 * ask again (with its cached copy's tag) once the document has changed.
 */
export const pagePicture = (id: string, page: number, width: number, version: string): string =>
  `${urlOf('getDocumentPage', { params: { id, n: String(page) }, query: { width: String(width) } })}#${encodeURIComponent(version)}`;
