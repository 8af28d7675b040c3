import { uploadDialogs } from '@countersign/words/en/app/upload-dialogs';
import { inLanguage } from '../../api/language.ts';

export const m = inLanguage('uploadDialogs', uploadDialogs);
