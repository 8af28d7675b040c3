import { members } from '@countersign/words/en/app/members';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('members', members);
