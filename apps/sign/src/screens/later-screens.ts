/** The screens after the first one, bundled in one file. */
import '../styles/document.css';
import '../styles/fields.css';
import '../styles/bar.css';
// The first screen can open this dialog too. It is imported here, because there may be no connection to load it when it
// is opened.
import './otherwise-dialog.tsx';

export { Reading } from './reading.tsx';
export { Receipt } from './receipt.tsx';
export { ReviewScreen } from './review.tsx';
