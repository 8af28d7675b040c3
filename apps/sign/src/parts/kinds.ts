/** How each kind of field looks here: its sign, and the browser's own input where one is typed into. */
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
  // Not type="number": it rounds, spins under a wheel and takes "1e5".
  number: { icon: 'number', input: { type: 'text', inputMode: 'decimal', autocomplete: 'off' } },
  checkbox: { icon: 'check' },
  radio: { icon: 'radio' },
  dropdown: { icon: 'list' },
  attachment: { icon: 'upload' },
};
