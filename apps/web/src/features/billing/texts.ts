import { billing } from '@countersign/words/en/app/billing';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('billing', billing);
