import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('he');

export const common: AppWords['common'] = {
  all: 'הכול',
  waiting: 'ממתין',
  completed: 'הושלם',
  declined: 'סורב',
  expired: 'פג תוקף',
  voided: 'בוטל',
  archived: 'בארכיון',
  previous: 'הקודם',
  next: 'הבא',
  delete: 'מחיקה',
  undo: 'ביטול',
  draft: 'טיוטה',
  signed: 'נחתם',
  title: 'כותרת',
  status: 'מצב',
  nothingFound: 'לא נמצא דבר',
  newDocument: 'מסמך חדש',
  documents: 'מסמכים',
  countersign: 'Countersign',
  templates: 'תבניות',
  packages: 'חבילות',
  loading: 'בטעינה',
  goToDocuments: 'מעבר למסמכים',
  more: (count) => `עוד ${number(count)}`,
};
