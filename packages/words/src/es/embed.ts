import type { EmbedWords } from '../embed.ts';

export const embed: EmbedWords = {
  sign: 'Firmar el documento',
  prepare: 'Preparar el documento',
  signLoading: 'Cargando el documento…',
  failed: 'No se puede mostrar el documento aquí',
  failedText: 'Inténtelo de nuevo o abra el documento en una pestaña nueva. No se ha perdido nada.',
  again: 'Reintentar',
  newTab: 'Abrir en una pestaña nueva',
};
