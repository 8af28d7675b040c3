import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Signer le document',
  prepare: 'Préparer le document',
  signLoading: 'Chargement du document…',
  failed: 'Impossible d’afficher le document ici',
  failedText: 'Réessayez ou ouvrez le document dans un nouvel onglet. Rien n’est perdu.',
  again: 'Réessayer',
  newTab: 'Ouvrir dans un nouvel onglet',
};
