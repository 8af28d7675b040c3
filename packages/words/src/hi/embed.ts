import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'दस्तावेज़ पर हस्ताक्षर करें',
  prepare: 'दस्तावेज़ तैयार करें',
  signLoading: 'दस्तावेज़ लोड हो रहा है…',
  failed: 'दस्तावेज़ यहाँ नहीं दिखाया जा सका',
  failedText: 'फिर से कोशिश करें या दस्तावेज़ को नए टैब में खोलें। कुछ भी नहीं खोया है।',
  again: 'फिर से कोशिश करें',
  newTab: 'नए टैब में खोलें',
};
