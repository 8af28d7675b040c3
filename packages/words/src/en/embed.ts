import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Sign the document',
  prepare: 'Prepare the document',
  signLoading: 'Loading the document …',
  failed: 'The document could not be shown here',
  failedText: 'Try again, or open the document in a new tab. Nothing is lost.',
  again: 'Try again',
  newTab: 'Open in a new tab',
};
