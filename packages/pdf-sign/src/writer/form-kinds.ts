/** Maps each kind of field to the kind of form field (ISO 32000-2 12.7.5) in the file. */
import type { FormKind } from '../state.ts';

export const FORM_KINDS = {
  // Each signer has one signature field. Additional positions, such as initials, show an image that the signature
  // locks. As in other software, the image is the appearance of a push button.
  signature: 'button',
  initials: 'button',
  date: 'text',
  name: 'text',
  email: 'text',
  company: 'text',
  'job-title': 'text',
  text: 'text',
  number: 'text',
  attachment: 'text',
  checkbox: 'toggle',
  radio: 'toggle',
  dropdown: 'choice',
} as const satisfies Record<string, FormKind>;

/** The kinds of fields in the product. */
export type FieldKind = keyof typeof FORM_KINDS;
