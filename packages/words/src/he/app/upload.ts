import type { AppWords } from '../../app.ts';

export const upload: AppWords['upload'] = {
  uploadProvider: {
    dropPdfToStart: 'גרירת קובצי PDF לכאן כדי להתחיל',
    oneFileAtMostMb: 'לכל היותר 50 MB כל אחד. אפשר לשלוח כמה קבצים יחד או בזה אחר זה.',
  },
};
