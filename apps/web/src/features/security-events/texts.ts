import { securityEvents } from '@countersign/words/en/app/security-events';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('securityEvents', securityEvents);
