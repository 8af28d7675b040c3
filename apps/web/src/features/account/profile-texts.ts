import { profile } from '@countersign/words/en/app/profile';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('profile', profile);
