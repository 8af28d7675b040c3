import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Upuść pliki PDF, aby zacząć',
    oneFileAtMostMb: 'Najwyżej 50 MB każdy. Kilka plików można wysłać razem lub pojedynczo.',
  },
};
