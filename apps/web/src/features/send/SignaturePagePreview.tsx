import type { Paper } from '../../ui/PagePictures.tsx';
import { recipientColor } from '../../ui/people.ts';
import { type Draft, onSignaturePage } from './draft.ts';
import { m } from './texts.ts';
import classes from './Send.module.css';

/** A sketch of the page that is added when the document is sent, with a space for each signature. */
export function SignaturePagePreview({ document, draft }: { document: Pick<Paper, 'pages'>; draft: Draft }) {
  const people = onSignaturePage(draft);
  if (people.length === 0) return null;
  const size = document.pages.at(-1) ?? { width: 595, height: 842 };
  return (
    <figure className={classes['preview']}>
      <div className={classes['previewSheet']} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <p className={classes['previewTitle']}>{m.signaturePagePreview.signatures}</p>
        <ul className={classes['slots']}>
          {people.map((recipient) => {
            const index = draft.recipients.indexOf(recipient);
            return (
              <li key={recipient.key} className={classes['slot']} style={{ '--field': recipientColor(index) }}>
                <span className={classes['slotName']} dir="auto">
                  {recipient.name.trim() || m.signaturePagePreview.recipient(index + 1)}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <figcaption className={classes['previewCaption']}>{m.signaturePagePreview.previewOfSignaturePage}</figcaption>
    </figure>
  );
}
