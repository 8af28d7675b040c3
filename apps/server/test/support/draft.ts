/** Returns the content that the preparation page saves for a document. */
import type { DraftContent } from '@countersign/contract';

export const emptyContent: DraftContent = {
  next: 2,
  recipients: [],
  sequential: false,
  where: 'page',
  tags: false,
  fields: [],
  subject: '',
  message: '',
  days: 30,
  reminders: null,
};

/** Returns the body of a request to save a draft. `number` counts the saves from one page. */
export const saveBody = (revision: number, content: Partial<DraftContent> = {}, more: object = {}) => ({
  revision,
  save: { editor: 'editor-one', number: 1 },
  content: { ...emptyContent, ...content },
  ...more,
});
