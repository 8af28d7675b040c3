import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Dokument unterschreiben',
  prepare: 'Dokument vorbereiten',
  signLoading: 'Das Dokument wird geladen …',
  failed: 'Das Dokument lässt sich hier nicht anzeigen',
  failedText:
    'Versuchen Sie es noch einmal, oder öffnen Sie das Dokument in einem neuen Tab. Es ist nichts verloren gegangen.',
  again: 'Noch einmal versuchen',
  newTab: 'In neuem Tab öffnen',
};
