/** Defines the elements. Servers that render pages can load this module too, but define nothing. */
import type { ErrorDetail } from './frame.ts';
import { CountersignSign, type FinishedDetail, type SignerDetail } from './sign.ts';

export type { ErrorDetail, FinishedDetail, SignerDetail };
export { CountersignSign };

declare global {
  interface HTMLElementTagNameMap {
    'countersign-sign': CountersignSign;
  }
}

// The module may be loaded twice: from a package and from an installation.
if (globalThis.customElements?.get('countersign-sign') === undefined)
  globalThis.customElements?.define('countersign-sign', CountersignSign);
