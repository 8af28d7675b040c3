import { ui } from '@countersign/words/en/app/ui';
import { inLanguage } from '../api/language.ts';

export const m = inLanguage('ui', ui);
