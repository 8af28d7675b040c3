import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Document ondertekenen',
  prepare: 'Document voorbereiden',
  signLoading: 'Het document wordt geladen…',
  failed: 'Het document kan hier niet worden getoond',
  failedText: 'Probeer het opnieuw of open het document in een nieuw tabblad. Er is niets verloren gegaan.',
  again: 'Opnieuw proberen',
  newTab: 'Openen in nieuw tabblad',
};
