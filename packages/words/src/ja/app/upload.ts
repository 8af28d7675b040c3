import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'PDF をドロップして開始',
    oneFileAtMostMb: '1 件 50 MB まで。複数のファイルは、まとめて、または個別に送信できます。',
  },
};
