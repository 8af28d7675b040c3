import { home } from '@countersign/words/en/app/home';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('home', home);
