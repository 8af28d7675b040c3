import { incidents } from '@countersign/words/en/app/incidents';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('incidents', incidents);
