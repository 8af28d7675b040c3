import { organization } from '@countersign/words/en/app/organization';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('organization', organization);
