/** Made by build/hands.ts from the fonts that the server draws typed signatures with. */
declare module 'virtual:hands' {
  import type { Hand } from '@countersign/contract';

  export const HANDS: Readonly<Record<Hand, readonly { url: string; range: string }[]>>;
}
