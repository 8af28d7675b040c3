import { uploadFile } from '@countersign/words/en/app/upload-file';
import { inLanguage } from './language.ts';

export const m = inLanguage('uploadFile', uploadFile);
