/**
 * Defines the custom elements. Servers that render pages can load this module too, but it defines no elements there.
 */
import type { ErrorDetail } from './frame.ts';
import { CountersignPrepare, type DraftDetail } from './prepare.ts';
import { CountersignSign, type FinishedDetail, type SignerDetail } from './sign.ts';

export type { DraftDetail, ErrorDetail, FinishedDetail, SignerDetail };
export { CountersignPrepare, CountersignSign };

declare global {
  interface HTMLElementTagNameMap {
    'countersign-prepare': CountersignPrepare;
    'countersign-sign': CountersignSign;
  }
}

const ELEMENTS = { 'countersign-prepare': CountersignPrepare, 'countersign-sign': CountersignSign };
for (const [name, element] of Object.entries(ELEMENTS))
  // The module may be loaded twice: from the npm package and from an installation.
  if (globalThis.customElements?.get(name) === undefined) globalThis.customElements?.define(name, element);
