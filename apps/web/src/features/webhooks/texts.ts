import { webhooks } from '@countersign/words/en/app/webhooks';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('webhooks', webhooks);
