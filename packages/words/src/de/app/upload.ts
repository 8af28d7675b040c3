import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'PDF-Dateien hier ablegen',
    oneFileAtMostMb: 'Je höchstens 50 MB. Mehrere Dateien lassen sich zusammen oder einzeln senden.',
  },
};
