import { labels as english } from '@countersign/words/en/app/labels';
import { inLanguage } from '../api/language.ts';

/** Short labels shared by several parts of the app other than the list of documents. */
export const labels = inLanguage('labels', english);
