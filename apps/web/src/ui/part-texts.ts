import { uiParts } from '@countersign/words/en/app/ui-parts';
import { inLanguage } from '../api/language.ts';

export const m = inLanguage('uiParts', uiParts);
