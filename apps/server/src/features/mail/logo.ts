/** The logo for e-mails as an image attachment, because many mail programs show neither SVG nor remote images. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlinePicture } from '../../platform/ports/mailer.ts';

export const LOGO: InlinePicture = {
  cid: 'logo@countersign',
  contentType: 'image/png',
  content: readFileSync(fileURLToPath(import.meta.resolve('@countersign/brand/logo.png'))),
};

/** Embeds the images in the HTML, because a page has no attachments. */
export function withPictures(html: string): string {
  const source = `data:${LOGO.contentType};base64,${LOGO.content.toString('base64')}`;
  return html.replaceAll(`src="cid:${LOGO.cid}"`, `src="${source}"`);
}
