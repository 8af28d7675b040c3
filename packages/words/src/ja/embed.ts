import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: '文書に署名',
  prepare: '文書を準備',
  signLoading: '文書を読み込んでいます…',
  failed: 'ここでは文書を表示できません',
  failedText: 'もう一度試すか、新しいタブで文書を開いてください。失われたものはありません。',
  again: 'もう一度試す',
  newTab: '新しいタブで開く',
};
