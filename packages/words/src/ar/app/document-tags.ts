import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ar');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({
      zero: 'الوسوم',
      one: 'الوسوم',
      two: 'وسوم كل المستندات',
      few: 'وسوم كل المستندات',
      many: 'وسوم كل المستندات',
      other: 'وسوم كل المستندات',
    }),
    otherTags: 'لا تتغيّر الوسوم التي لا تحملها إلا بعض المستندات.',
    saveTags: 'حفظ الوسوم',
    tagsOf: counted({
      zero: 'وسوم # مستند',
      one: 'وسوم مستند واحد',
      two: 'وسوم مستندين',
      few: 'وسوم # مستندات',
      many: 'وسوم # مستندًا',
      other: 'وسوم # مستند',
    }),
  },
  tagFilter: {
    filterByTag: 'التصفية حسب الوسم',
    tag: 'الوسم',
    showThese: 'تطبيق',
  },
};
