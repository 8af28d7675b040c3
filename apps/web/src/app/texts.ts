import { app } from '@countersign/words/en/app/app';
import { inLanguage } from '../api/language.ts';

export const m = inLanguage('app', app);
