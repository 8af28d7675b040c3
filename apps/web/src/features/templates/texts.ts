import { templates } from '@countersign/words/en/app/templates';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('templates', templates);
