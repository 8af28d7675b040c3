import { singleSignOn } from '@countersign/words/en/app/single-sign-on';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('singleSignOn', singleSignOn);
