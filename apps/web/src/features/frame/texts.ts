import { frame } from '@countersign/words/en/app/frame';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('frame', frame);
