import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ar');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'طرق العرض والمجلدات',
    views: 'طرق العرض',
    folders: 'المجلدات',
    allDocuments: 'كل المستندات',
    saveView: 'حفظ طريقة العرض هذه',
    newFolder: 'مجلد جديد',
    noViews: 'صفِّ القائمة، ثم احفظ طريقة العرض هنا.',
    noFolders: 'تجمع المجلدات المستندات معًا. ويمكنك مشاركتها.',
    shared: 'مشترك',
    actionsFor: (name: string): string => `إجراءات ${isolate(name)}`,
    viewsFailed: 'تعذّر تحميل طرق العرض.',
    foldersFailed: 'تعذّر تحميل المجلدات.',
    tryAgain: 'المحاولة مجددًا',
  },
  menu: {
    rename: 'إعادة التسمية…',
    replaceFilters: 'الاستبدال بعوامل التصفية الحالية',
    share: 'المشاركة مع المؤسسة',
    stopSharing: 'إيقاف المشاركة',
    moveUp: 'نقل إلى الأعلى',
    moveDown: 'نقل إلى الأسفل',
    newInside: 'مجلد جديد داخله…',
    moveFolder: 'نقل إلى مجلد آخر…',
  },
  dialog: {
    saveView: 'حفظ طريقة العرض هذه',
    renameView: 'إعادة تسمية طريقة العرض',
    newFolder: 'مجلد جديد',
    renameFolder: 'إعادة تسمية المجلد',
    shareView: 'المشاركة مع المؤسسة. لا يرى أحد إلا المستندات التي يستطيع رؤيتها أصلًا.',
    shareFolder: 'المشاركة مع المؤسسة. لا يرى أحد إلا المستندات التي يستطيع رؤيتها أصلًا.',
    deleteFolder: (name: string): string => `حذف المجلد «${isolate(name)}»؟`,
    documentsStay: 'تبقى مستنداته. وتنتقل المجلدات التي فيه إلى مستوى أعلى. لا يمكن التراجع عن ذلك.',
    deleteFolderButton: 'حذف المجلد',
  },
  done: {
    viewSaved: 'حُفظت طريقة العرض',
    filtersReplaced: 'استُبدلت عوامل التصفية',
    viewDeleted: 'حُذفت طريقة العرض',
    folderDeleted: 'حُذف المجلد',
  },
  picker: {
    title: counted({
      zero: 'إضافة # مستند إلى مجلد',
      one: 'إضافة مستند واحد إلى مجلد',
      two: 'إضافة مستندين إلى مجلد',
      few: 'إضافة # مستندات إلى مجلد',
      many: 'إضافة # مستندًا إلى مجلد',
      other: 'إضافة # مستند إلى مجلد',
    }),
    titleMove: counted({
      zero: 'نقل # مستند إلى مجلد آخر',
      one: 'نقل مستند واحد إلى مجلد آخر',
      two: 'نقل مستندين إلى مجلد آخر',
      few: 'نقل # مستندات إلى مجلد آخر',
      many: 'نقل # مستندًا إلى مجلد آخر',
      other: 'نقل # مستند إلى مجلد آخر',
    }),
    moveFolder: (name: string): string => `نقل «${isolate(name)}» إلى`,
    folder: 'المجلد',
    search: 'البحث في المجلدات',
    top: 'المستوى الأعلى',
    noneYet: 'لا مجلدات بعد.',
    noOther: 'لا يوجد مجلد آخر.',
    nothingFound: 'لا مجلد بهذا الاسم.',
    add: 'إضافة',
    move: 'نقل',
  },
};
