import { labels as english } from '@countersign/words/en/app/labels';
import { inLanguage } from '../api/language.ts';

/** Labels of one or two words that several parts of the app share, but not the list of documents. */
export const labels = inLanguage('labels', english);
