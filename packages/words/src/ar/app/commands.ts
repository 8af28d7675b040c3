import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('ar');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'البحث والأوامر',
    searchOrJump: 'ابحث في المستندات والصفحات والإجراءات',
    close: 'إغلاق',
    results: 'النتائج',
    thisDocument: 'هذا المستند',
    recentDocuments: 'المستندات الأخيرة',
    pages: 'الصفحات',
    actions: 'الإجراءات',
    documents: 'المستندات',
    searching: 'جارٍ البحث…',
    found: counted({
      zero: '# نتيجة',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: '# نتائج',
      many: '# نتيجة',
      other: '# نتيجة',
    }),
    nothingFound: (text: string): string => `لم يُعثر على شيء عن «${isolate(text)}».`,
    searchFailed: 'فشل البحث في المستندات.',
    showAllWith: (text: string): string => `عرض كل المستندات التي فيها «${isolate(text)}»`,
    settingsPage: (name: string): string => `الإعدادات: ${isolate(name)}`,
    keyboardShortcuts: 'اختصارات لوحة المفاتيح',
  },
  keys: {
    keyboardShortcuts: 'اختصارات لوحة المفاتيح',
    names: {
      palette: 'البحث والأوامر',
      newDocument: 'مستند جديد',
      search: 'البحث في قائمة المستندات',
      next: 'الصف التالي في قائمة المستندات',
      previous: 'الصف السابق في قائمة المستندات',
      select: 'تحديد الصف أو إلغاء تحديده',
      selectTo: 'تحديد كل الصفوف حتى هنا',
      keys: 'اختصارات لوحة المفاتيح',
    },
    open: 'فتح الصف',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'لا تفعل المفاتيح شيئًا أثناء الكتابة. يمكنك إيقاف المفاتيح المفردة في ',
      link('ملفك الشخصي'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'المفاتيح المفردة متوقفة. يمكنك تشغيلها في ',
      link('ملفك الشخصي'),
      '.',
    ],
  },
};
