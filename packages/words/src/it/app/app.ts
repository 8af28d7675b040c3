import type { AppWords } from '../../app.ts';

export const app: AppWords['app'] = {
  theme: {
    close: 'Chiudi',
    dismiss: 'Ignora',
  },
};
