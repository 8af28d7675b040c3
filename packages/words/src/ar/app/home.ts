import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

export const home: AppWords['home'] = {
  homePage: {
    loading: (what: string): string => `جارٍ تحميل ${isolate(what)}`,
    cannotBeSignedNow: 'لا يمكن توقيع هذا المستند الآن',
    documentProtectedByCode: 'مستند محمي برمز',
    approve: 'اعتماد',
    sign: 'توقيع',
    toBeSignedBy: (time: string, days: string): string => `التوقيع قبل ${isolate(time)} (${isolate(days)})`,
    notTurnYet: 'يوقّع آخرون أولًا. تصلك رسالة حين يحين دورك.',
    needsMySignature: 'يحتاج إلى توقيعي',
    documentsNeedSignature: 'المستندات التي تحتاج إلى توقيعك',
    confirmAddress: 'أكّد عنوانك',
    documentsSentToForSigning: 'تظهر هنا بعد ذلك المستندات المرسلة إلى هذا العنوان للتوقيع.',
    goToSecurity: 'الانتقال إلى «الوصول والأمان»',
    noDocumentsWait: 'لا مستندات تحتاج إلى توقيعك.',
    ofNewestDocumentsSent: 'يشمل أحدث 500 مستند أُرسل إليك فقط.',
    allWaiting: 'كل المنتظرة',
    waitingForOthers: 'بانتظار آخرين',
    documentsWaitForOthers: 'المستندات التي تنتظر آخرين',
    noDocumentsWaitForSignatures: 'لا مستندات تنتظر التوقيعات.',
    sent: <T>(time: T): Phrase<T> => ['أُرسل ', time],
    expiringSoon: 'تنتهي مهلتها قريبًا',
    allByExpiration: 'الكل حسب المهلة',
    documentsExpireSoon: 'المستندات التي تنتهي مهلتها قريبًا',
    nothingExpiresInNextSeven: 'لا تنتهي مهلة أي مستند في الأيام السبعة القادمة.',
    ends: (days: string): string => `تنتهي المهلة ${isolate(days)}`,
    lastActivity: 'آخر نشاط',
    allDocuments: 'كل المستندات',
    home: 'الرئيسية',
    lastActivityWhat: 'آخر نشاط',
    gettingStarted: 'البداية',
    sendFirstDocument: 'أرسل أول مستند',
    dropPdfAnywhereInWindow:
      'أفلت ملف PDF في أي مكان من هذه النافذة، أو اختر ملفًا. أضف المستلمين، ونتولى نحن الباقي. ويمكنك التحقق من كل توقيع.',
  },
};
