import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Firma il documento',
  prepare: 'Prepara il documento',
  signLoading: 'Caricamento del documento…',
  failed: 'Impossibile mostrare il documento qui',
  failedText: 'Riprovi oppure apra il documento in una nuova scheda. Nulla è andato perso.',
  again: 'Riprova',
  newTab: 'Apri in una nuova scheda',
};
