import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Trascini i PDF per iniziare',
    oneFileAtMostMb: 'Al massimo 50 MB ciascuno. Più file si possono inviare insieme o uno per uno.',
  },
};
