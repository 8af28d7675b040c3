import type { AppWords } from '../../app.ts';

export const app: AppWords['app'] = {
  theme: {
    close: 'סגירה',
    dismiss: 'הסתרה',
  },
};
