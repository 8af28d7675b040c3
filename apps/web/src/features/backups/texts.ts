import { backups } from '@countersign/words/en/app/backups';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('backups', backups);
