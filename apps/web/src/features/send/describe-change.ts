/** Returns the name of a change, which the undo button shows. */
import type { Change, Draft } from './draft.ts';
import { KINDS } from './kinds.ts';
import { m } from './texts.ts';

const SETTINGS: Record<string, string> = {
  sequential: m.describeChange.changeSigningOrder,
  where: m.describeChange.changeSignaturePlacement,
  tags: m.describeChange.changeUseOfTags,
  subject: m.describeChange.editSubject,
  message: m.describeChange.editMessage,
  days: m.describeChange.changeDaysToSign,
  reminders: m.describeChange.changeReminders,
};

const MEMBERS: Record<string, string> = {
  name: m.describeChange.editName,
  email: m.describeChange.editEMailAddress,
  role: m.describeChange.changeRole,
  locale: m.describeChange.changeLanguage,
  proof: m.describeChange.changeAuthentication,
  secondEmail: m.describeChange.editSecondAddress,
  accessCode: m.describeChange.changeAccessCode,
  hasAccessCode: m.describeChange.changeAccessCode,
};

const ARRANGED = {
  move: m.describeChange.moveFields,
  resize: m.describeChange.resizeFields,
  align: m.describeChange.alignFields,
  distribute: m.describeChange.distributeFields,
  equal: m.describeChange.equalizeFields,
};

const COPIED = {
  paste: m.describeChange.pasteFields,
  duplicate: m.describeChange.duplicateFields,
  pages: m.describeChange.copyFieldsToPages,
  suggested: m.describeChange.addSuggestedFields,
};

const membersOf = (values: object): string => Object.keys(values)[0] ?? '';

function describeField(draft: Draft, change: Extract<Change, { type: 'change-field' }>): string {
  const field = draft.fields.find(({ key }) => key === change.key);
  const label = field === undefined ? m.describeChange.anyField : m.describeChange.field(KINDS[field.kind].label);
  const { box } = change.with;
  if (box === undefined) return m.describeChange.changeA(label);
  const isMoved = box.width === field?.box.width && box.height === field.box.height;
  return isMoved ? m.describeChange.moveField(label) : m.describeChange.resizeField(label);
}

export function describeChange(draft: Draft, change: Change): string {
  switch (change.type) {
    case 'add-recipient':
      return m.describeChange.addRecipient;
    case 'add-recipients':
      return m.describeChange.addRecipients(change.people.length);
    case 'change-recipient':
      return MEMBERS[membersOf(change.with)] ?? m.describeChange.changeRecipient;
    case 'remove-recipient':
      return m.describeChange.removeRecipient;
    case 'move-recipient':
      return m.describeChange.reorderRecipients;
    case 'add-field':
      return m.describeChange.placeField(KINDS[change.field.kind].label);
    case 'change-field':
      return describeField(draft, change);
    case 'add-button':
      return m.describeChange.addRadioButton;
    case 'remove-field':
      return m.describeChange.deleteField(
        KINDS[draft.fields.find(({ key }) => key === change.key)?.kind ?? 'text'].label,
      );
    case 'remove-fields':
      return change.how === 'cut'
        ? m.describeChange.cutFields(change.keys.length)
        : m.describeChange.deleteFields(change.keys.length);
    case 'arrange':
      return ARRANGED[change.how](Object.keys(change.boxes).length);
    case 'add-copies':
      return COPIED[change.how](change.batches.flat().length);
    case 'set':
      return SETTINGS[membersOf(change.with)] ?? m.describeChange.changeSettings;
    case 'assign':
      return m.describeChange.changeDocumentsOfRecipients;
    case 'load':
      return m.describeChange.loadAnotherVersion;
    case 'settle':
      return '';
  }
}
