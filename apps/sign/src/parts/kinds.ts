/** The icon of each kind of field, and the native input for fields that are typed. */
import type { FieldKind } from '@countersign/contract';
import type { IconName } from './icon.tsx';

export const KINDS: Record<FieldKind, { icon: IconName; input?: object }> = {
  signature: { icon: 'pen' },
  initials: { icon: 'pen' },
  date: { icon: 'date', input: { type: 'date' } },
  name: { icon: 'person', input: { type: 'text', autocomplete: 'name' } },
  email: { icon: 'mail', input: { type: 'email', autocomplete: 'email' } },
  company: { icon: 'text', input: { type: 'text', autocomplete: 'organization' } },
  'job-title': { icon: 'text', input: { type: 'text', autocomplete: 'organization-title' } },
  text: { icon: 'text', input: { type: 'text', autocomplete: 'on' } },
  // The type is not "number", because a number input rounds values, reacts to the mouse wheel and accepts "1e5".
  number: { icon: 'number', input: { type: 'text', inputMode: 'decimal', autocomplete: 'off' } },
  checkbox: { icon: 'check' },
  radio: { icon: 'radio' },
  dropdown: { icon: 'list' },
  attachment: { icon: 'upload' },
};
