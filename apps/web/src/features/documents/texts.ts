import { documents } from '@countersign/words/en/app/documents';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('documents', documents);
