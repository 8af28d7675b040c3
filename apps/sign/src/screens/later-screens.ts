/** The screens after the first one, as one file. */
import '../styles/document.css';
import '../styles/fields.css';
import '../styles/bar.css';
// Opened from the first screen too, when there may be no connection to load it.
import './otherwise-dialog.tsx';

export { Reading } from './reading.tsx';
export { Receipt } from './receipt.tsx';
export { ReviewScreen } from './review.tsx';
