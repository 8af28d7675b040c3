import { system } from '@countersign/words/en/app/system';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('system', system);
