import { mailbox } from '@countersign/words/en/app/mailbox';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('mailbox', mailbox);
