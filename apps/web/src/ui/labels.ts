import { labels as english } from '@countersign/words/en/app/labels';
import { inLanguage } from '../api/language.ts';

/** Short labels that several parts of the app share, except for the list of documents. */
export const labels = inLanguage('labels', english);
