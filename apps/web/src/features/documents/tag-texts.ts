import { documentTags } from '@countersign/words/en/app/document-tags';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('documentTags', documentTags);
