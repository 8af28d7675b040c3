/** The logo as mails show it: no reader of mail shows SVG, and most show nothing that would have to be fetched. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlinePicture } from '../../platform/ports/mailer.ts';

export const LOGO: InlinePicture = {
  cid: 'logo@countersign',
  contentType: 'image/png',
  content: readFileSync(fileURLToPath(import.meta.resolve('@countersign/brand/logo.png'))),
};

/** A mail as a page of its own, which has no parts to refer to. */
export function withPictures(html: string): string {
  const source = `data:${LOGO.contentType};base64,${LOGO.content.toString('base64')}`;
  return html.replaceAll(`src="cid:${LOGO.cid}"`, `src="${source}"`);
}
