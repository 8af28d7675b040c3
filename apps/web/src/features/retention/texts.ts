import { retention } from '@countersign/words/en/app/retention';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('retention', retention);
