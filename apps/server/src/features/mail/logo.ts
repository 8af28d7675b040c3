/** The logo for e-mails as a picture attachment: no mail program shows SVG, and most do not fetch remote pictures. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlinePicture } from '../../platform/ports/mailer.ts';

export const LOGO: InlinePicture = {
  cid: 'logo@countersign',
  contentType: 'image/png',
  content: readFileSync(fileURLToPath(import.meta.resolve('@countersign/brand/logo.png'))),
};

/** An e-mail as a standalone page, without attachments to refer to. */
export function withPictures(html: string): string {
  const source = `data:${LOGO.contentType};base64,${LOGO.content.toString('base64')}`;
  return html.replaceAll(`src="cid:${LOGO.cid}"`, `src="${source}"`);
}
