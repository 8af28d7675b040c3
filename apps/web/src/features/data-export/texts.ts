import { dataExport } from '@countersign/words/en/app/data-export';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('dataExport', dataExport);
