import { documentBulk } from '@countersign/words/en/app/document-bulk';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('documentBulk', documentBulk);
