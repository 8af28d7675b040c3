import { common as english } from '@countersign/words/en/app/common';
import { inLanguage } from '../api/language.ts';

/** Short labels that several parts of the app share, including the list of documents. */
export const common = inLanguage('common', english);
