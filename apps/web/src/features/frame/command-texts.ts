import { commands } from '@countersign/words/en/app/commands';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('commands', commands);
