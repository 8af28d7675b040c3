/** Strings about documents that several features show. */
import { document } from '@countersign/words/en/app/document';
import { inLanguage } from '../api/language.ts';

export const m = inLanguage('document', document);
