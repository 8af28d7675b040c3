import { statistics } from '@countersign/words/en/app/statistics';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('statistics', statistics);
