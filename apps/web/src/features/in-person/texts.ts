import { inPerson } from '@countersign/words/en/app/in-person';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('inPerson', inPerson);
