import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'قيد التحضير',
    ready: 'جاهز',
    erased: 'مُحي',
    yourData: 'بياناتك',
    theOrganization: 'المؤسسة',
    exportStarted: 'بدأ التصدير',
    weWillSendEMail: 'سنرسل إليك رسالة حين يصبح تنزيله ممكنًا.',
    ofDocuments: (done: number, total: number): string => `المستندات: ${number(done)} من ${number(total)}`,
    documents: (count: number, size: string, day: string): string =>
      counted({
        zero: `# مستند، ${isolate(size)}؛ حتى ${isolate(day)}`,
        one: `مستند واحد، ${isolate(size)}؛ حتى ${isolate(day)}`,
        two: `مستندان، ${isolate(size)}؛ حتى ${isolate(day)}`,
        few: `# مستندات، ${isolate(size)}؛ حتى ${isolate(day)}`,
        many: `# مستندًا، ${isolate(size)}؛ حتى ${isolate(day)}`,
        other: `# مستند، ${isolate(size)}؛ حتى ${isolate(day)}`,
      })(count),
    nothingStored: 'لم يُحفظ أي ملف. ابدأ التصدير مجددًا.',
    eraseDialog: 'محو…',
    cancelDialog: 'إلغاء…',
    deleteExport: 'حذف هذا التصدير؟',
    cancelExport: 'إلغاء هذا التصدير؟',
    fileDeletedAtOnce: 'يُحذف الملف فورًا. لا تتغيّر بياناتك، ويمكنك تصديرها مجددًا.',
    exportDiscarded: 'يُهمل التصدير. لا تتغيّر بياناتك.',
    erase: 'محو',
    cancelExportText: 'إلغاء التصدير',
    documentsExported: 'المستندات المصدَّرة',
    export: 'التصدير',
    exports: 'عمليات التصدير',
    noExportsYet: 'لا عمليات تصدير بعد',
    startExportToSee: 'ابدأ تصديرًا لتراه هنا مع تقدمه.',
    dataExport: 'تصدير البيانات',
    zipArchiveWithDocuments: 'ملف ZIP فيه مستنداتك وبياناتها بصيغ مفتوحة. لا يستطيع تنزيله أحد سواك، خلال سبعة أيام.',
    accountDocumentsSentOrSigned: 'حسابك، والمستندات التي أرسلتها أو وقّعتها، وموافقاتك، وقيودك في سجل المؤسسة.',
    exportData: 'تصدير بياناتك',
    allDocumentsWithCertificates:
      'كل المستندات مع الشهادات وسجلات التدقيق، والقوالب والحزم والأعضاء والإعدادات والحوادث. من دون المفاتيح وكلمات المرور.',
    exportOrganization: 'تصدير المؤسسة',
  },
};
