import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ar');

export const common: AppWords['common'] = {
  all: 'الكل',
  waiting: 'قيد الانتظار',
  completed: 'مكتمل',
  declined: 'مرفوض',
  expired: 'انتهت المهلة',
  voided: 'مسحوب',
  archived: 'مؤرشف',
  previous: 'السابق',
  next: 'التالي',
  delete: 'حذف',
  undo: 'تراجع',
  draft: 'مسودة',
  signed: 'موقّع',
  title: 'العنوان',
  status: 'الحالة',
  nothingFound: 'لا نتائج',
  newDocument: 'مستند جديد',
  documents: 'المستندات',
  countersign: 'Countersign',
  templates: 'القوالب',
  packages: 'الحزم',
  loading: 'جارٍ التحميل',
  goToDocuments: 'الانتقال إلى المستندات',
  more: (count) => `${number(count)} غيرهم`,
};
