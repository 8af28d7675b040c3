import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Podpisz dokument',
  prepare: 'Przygotuj dokument',
  signLoading: 'Wczytywanie dokumentu…',
  failed: 'Nie można tu wyświetlić dokumentu',
  failedText: 'Spróbuj ponownie lub otwórz dokument w nowej karcie. Nic nie zostało utracone.',
  again: 'Spróbuj ponownie',
  newTab: 'Otwórz w nowej karcie',
};
