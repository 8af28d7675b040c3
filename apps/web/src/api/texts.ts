import { api } from '@countersign/words/en/app/api';
import { inLanguage } from './language.ts';

export const m = inLanguage('api', api);
