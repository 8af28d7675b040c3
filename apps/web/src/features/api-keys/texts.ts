import { apiKeys } from '@countersign/words/en/app/api-keys';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('apiKeys', apiKeys);
