import { account } from '@countersign/words/en/app/account';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('account', account);
