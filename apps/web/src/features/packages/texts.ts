import { packages } from '@countersign/words/en/app/packages';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('packages', packages);
