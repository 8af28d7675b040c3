import { isolate } from '../isolate.ts';
import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'توقيع المستند',
  approveTitle: 'اعتماد المستند',
  signatureOf: (name) => `توقيع ${isolate(name)}`,
  whatHappens: (title, sender) =>
    `عند الضغط على «توقيع المستند» يُوقَّع «${isolate(title)}» باسمك بتوقيع رقمي وختم زمني موثوق. ويُبلَّغ ${isolate(sender)} بذلك. ولا يمكن بعدها التراجع هنا.`,
  whatHappensApprove: (title, sender) =>
    `عند الضغط على «اعتماد المستند» يُسجَّل اعتمادك للمستند «${isolate(title)}» بتوقيع رقمي وختم زمني موثوق. ويُبلَّغ ${isolate(sender)} بذلك. ولا يمكن بعدها التراجع هنا.`,
  consentLabel: 'أوافق',
  consentNeeded: 'يُرجى تحديد الخانة للمتابعة: لا يمكن التوقيع إلكترونيًا هنا من دون موافقتك.',
  signDocument: 'توقيع المستند',
  approveDocument: 'اعتماد المستند',
  signing: 'جارٍ التوقيع…',
  approving: 'جارٍ الاعتماد…',
  signingNote: 'يجري إنشاء التوقيع وختمه الزمني. يُرجى إبقاء هذه الصفحة مفتوحة.',
  ratherNot: 'لا توافق؟ أغلق هذه الصفحة فلا يُوقَّع أي شيء. وللتوقيع على الورق اكتب إلى:',

  sendFaults: {
    offline: {
      title: 'لا يوجد اتصال',
      text: 'لم يصل أي رد. ما أدخلته محفوظ في هذه الصفحة. تحقق من اتصالك وحاول مجددًا؛ ولا يمكن أن توقّع مرتين بالخطأ.',
    },
    unavailable: {
      title: 'غير ممكن في الوقت الحالي',
      text: 'لم يُوقَّع أي شيء، وما أدخلته محفوظ في هذه الصفحة.',
    },
    invalid: { title: 'هناك ما يجب تصحيحه', text: 'لم يُوقَّع أي شيء، وما أدخلته محفوظ.' },
    other: { title: 'لم ينجح ذلك', text: 'لم يُوقَّع أي شيء، وما أدخلته محفوظ في هذه الصفحة.' },
  },

  signedTitle: 'لقد وقّعت',
  approvedTitle: 'لقد اعتمدت المستند',
  thanks: (name) => `شكرًا، ${isolate(name)}.`,
  signedAt: 'متى',
  signedAs: 'من',
  receiptTitle: 'إيصالك',
  receiptNote: 'احتفظ بهذا الإيصال. يمكنك به إثبات الملف الذي عُرض عليك والملف الذي وقّعته.',
  receiptShown: 'الملف الذي عُرض عليك (SHA-256)',
  receiptSigned: 'الملف الذي وقّعته (SHA-256)',
  receiptTrail: (n: number) => `سجل التدقيق بعد توقيعك، القيد ${n} (SHA-256)`,
  receiptDownload: 'تنزيل الإيصال',
  fingerprint: 'البصمة',
  fingerprintNote: 'بصمة SHA-256 للمستند كما أُرسل',
  fingerprintNoteFinished: 'بصمة SHA-256 للمستند المكتمل',
  copy: 'نسخ',
  copied: 'تم النسخ',
  verifyNote:
    'يمكنك التحقق من هذا المستند في أي وقت: يحمل الملف المكتمل في داخله جميع التوقيعات والأختام الزمنية، وتعرضها برامج قراءة PDF التي تتحقق من التوقيعات.',
  waitingFor: 'من يوقّع',
  signerStates: {
    waiting: 'لم يحن الدور بعد',
    'pending-signature': 'لم يُوقَّع بعد',
    signed: 'تم التوقيع',
    declined: 'رُفض التوقيع',
    notified: 'تصله نسخة',
  },
  everyoneSigned: 'وقّع الجميع',
  downloadReadyText: 'اكتمل المستند وخُتم. احتفظ بنسخة منه.',
  downloadWaiting: 'لم يوقّع الجميع بعد',
  downloadWaitingText: (email) =>
    `سيصلك المستند المكتمل بالبريد الإلكتروني على ${isolate(email)}. يمكنك إغلاق هذه الصفحة.`,
  downloadSealingText: 'يجري ختم المستند المكتمل. يستغرق ذلك لحظة.',
  download: 'تنزيل المستند',
  downloading: 'جارٍ التنزيل…',
  downloadFailed: 'لم ينجح التنزيل. تحقق من اتصالك وحاول مجددًا.',
  downloadLater: 'لم تعد هذه الصفحة تبحث عن المستجدات. افتح الرابط الذي في رسالتك مجددًا لترى ما آل إليه الأمر.',
};
