import { documentFilters } from '@countersign/words/en/app/document-filters';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('documentFilters', documentFilters);
