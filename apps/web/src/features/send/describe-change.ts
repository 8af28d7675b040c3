/** The name of a change for undo. */
import type { Change, Draft } from './draft.ts';
import { kindOf } from './kinds.ts';

const SETTINGS: Record<string, string> = {
  sequential: 'change the signing order',
  where: 'change the signature placement',
  tags: 'change the use of tags',
  subject: 'edit the subject',
  message: 'edit the message',
  days: 'change the days to sign',
  reminders: 'change the reminders',
};

const MEMBERS: Record<string, string> = {
  name: 'edit a name',
  email: 'edit an e-mail address',
  role: 'change a role',
  locale: 'change a language',
  proof: 'change the authentication',
  secondEmail: 'edit a second address',
  accessCode: 'change an access code',
  hasAccessCode: 'change an access code',
};

const membersOf = (values: object): string => Object.keys(values)[0] ?? '';

function describeField(draft: Draft, change: Extract<Change, { type: 'change-field' }>): string {
  const field = draft.fields.find(({ key }) => key === change.key);
  const label = field === undefined ? 'field' : `${kindOf(field.kind).label.toLowerCase()} field`;
  const { box } = change.with;
  if (box === undefined) return `change a ${label}`;
  const isMoved = box.width === field?.box.width && box.height === field.box.height;
  return `${isMoved ? 'move' : 'resize'} a ${label}`;
}

export function describeChange(draft: Draft, change: Change): string {
  switch (change.type) {
    case 'add-recipient':
      return 'add a recipient';
    case 'change-recipient':
      return MEMBERS[membersOf(change.with)] ?? 'change a recipient';
    case 'remove-recipient':
      return 'remove a recipient';
    case 'move-recipient':
      return 'reorder recipients';
    case 'add-field':
      return `place a ${kindOf(change.field.kind).label.toLowerCase()} field`;
    case 'change-field':
      return describeField(draft, change);
    case 'add-button':
      return 'add a radio button';
    case 'remove-field':
      return `delete a ${kindOf(draft.fields.find(({ key }) => key === change.key)?.kind ?? 'text').label.toLowerCase()} field`;
    case 'set':
      return SETTINGS[membersOf(change.with)] ?? 'change the settings';
    case 'assign':
      return 'change the documents of recipients';
    case 'load':
      return 'load another version';
    case 'settle':
      return '';
  }
}
