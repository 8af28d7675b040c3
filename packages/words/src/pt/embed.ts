import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Assinar o documento',
  prepare: 'Preparar o documento',
  signLoading: 'A carregar o documento…',
  failed: 'Não é possível mostrar o documento aqui',
  failedText: 'Tente novamente ou abra o documento num novo separador. Nada se perdeu.',
  again: 'Tentar novamente',
  newTab: 'Abrir num novo separador',
};
