import { upload } from '@countersign/words/en/app/upload';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('upload', upload);
