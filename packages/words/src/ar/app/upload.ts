import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'أفلت ملفات PDF للبدء',
    oneFileAtMostMb: '50 ميغابايت على الأكثر لكل ملف. يمكن إرسال عدة ملفات معًا أو واحدًا تلو الآخر.',
  },
};
