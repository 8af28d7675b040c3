import type { AppWords } from '../../app.ts';

export const app: AppWords['app'] = {
  theme: {
    close: 'إغلاق',
    dismiss: 'إخفاء',
  },
};
