import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Zet PDF’s hier neer om te beginnen',
    oneFileAtMostMb: 'Elk hoogstens 50 MB. Meerdere bestanden kunt u samen of een voor een verzenden.',
  },
};
