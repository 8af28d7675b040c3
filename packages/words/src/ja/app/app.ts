import type { AppWords } from '../../app.ts';

export const app: AppWords['app'] = {
  theme: {
    close: '閉じる',
    dismiss: '閉じる',
  },
};
