import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Sleep PDF’s hierheen om te beginnen',
    oneFileAtMostMb: 'Elk hoogstens 50 MB. Meerdere bestanden kunt u samen of een voor een verzenden.',
  },
};
