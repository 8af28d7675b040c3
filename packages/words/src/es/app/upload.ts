import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Suelte los PDF para empezar',
    oneFileAtMostMb: 'Como máximo 50 MB cada uno. Varios archivos se pueden enviar juntos o uno a uno.',
  },
};
