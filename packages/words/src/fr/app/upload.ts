import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Déposez des PDF pour commencer',
    oneFileAtMostMb: '50 Mo au plus par fichier. Plusieurs fichiers peuvent être envoyés ensemble ou un par un.',
  },
};
