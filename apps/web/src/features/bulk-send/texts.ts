import { bulkSend } from '@countersign/words/en/app/bulk-send';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('bulkSend', bulkSend);
