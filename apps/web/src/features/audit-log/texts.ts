import { auditLog } from '@countersign/words/en/app/audit-log';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('auditLog', auditLog);
