import { documentPlaces } from '@countersign/words/en/app/document-places';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('documentPlaces', documentPlaces);
