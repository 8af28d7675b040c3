import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'Solte PDFs para começar',
    oneFileAtMostMb: 'No máximo 50 MB cada. Vários arquivos podem ser enviados juntos ou um por um.',
  },
};
