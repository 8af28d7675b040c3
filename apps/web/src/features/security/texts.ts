import { security } from '@countersign/words/en/app/security';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('security', security);
