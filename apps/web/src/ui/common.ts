import { common as english } from '@countersign/words/en/app/common';
import { inLanguage } from '../api/language.ts';

/** Labels of one or two words that several parts of the app share, the list of documents among them. */
export const common = inLanguage('common', english);
