import { send } from '@countersign/words/en/app/send';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('send', send);
