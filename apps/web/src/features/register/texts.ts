import { register } from '@countersign/words/en/app/register';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('register', register);
