import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ar');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'بعد قليل',
    inSeconds: (seconds: number): string =>
      counted({
        zero: 'بعد # ثانية',
        one: 'بعد ثانية واحدة',
        two: 'بعد ثانيتين',
        few: 'بعد # ثوانٍ',
        many: 'بعد # ثانية',
        other: 'بعد # ثانية',
      })(seconds),
    inMinutes: (seconds: number): string =>
      counted({
        zero: 'بعد # دقيقة',
        one: 'بعد دقيقة واحدة',
        two: 'بعد دقيقتين',
        few: 'بعد # دقائق',
        many: 'بعد # دقيقة',
        other: 'بعد # دقيقة',
      })(seconds),
    serverCannotBeReached: 'يتعذّر الوصول إلى الخادم',
    connectionOrServerDown: 'اتصالك أو الخادم متوقف. ما أدخلته ما زال هنا. حاول مجددًا بعد قليل.',
    noAnswer: 'لم يرد الخادم',
    outcomeUnknown: 'انقطع الاتصال، ولذلك لا نعلم هل حُفظ تغييرك. أعد تحميل الصفحة للتحقق، وحاول مجددًا إن لم تجد التغيير.',
    signedOut: 'سُجّل خروجك',
    sessionEnded: 'انتهت جلستك. سجّل الدخول مجددًا للمتابعة.',
    doNotHavePermission: 'ليس لديك إذن',
    notFound: 'غير موجود',
    mayHaveBeenDeleted: (sentence: string): string => `${isolate(sentence)} ربما حُذف، أو تملكه مؤسسة أخرى.`,
    somethingNeedsCorrecting: 'تحقق مما أدخلته',
    tooManyAttempts: 'محاولات كثيرة جدًا',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `أدخلت قيمة خاطئة مرات كثيرة. حاول مجددًا ${isolate(inSeconds)}.`,
    notPartOfPlan: 'ليس ضمن خطتك',
    linkNoLongerWorks: 'لم يعد هذا الرابط يعمل',
    tooManyRequests: 'طلبات كثيرة جدًا',
    nothingChanged: (inSeconds: string): string => `لم يتغيّر أي شيء. حاول مجددًا ${isolate(inSeconds)}.`,
    temporarilyUnavailable: 'غير متاح مؤقتًا',
    tryAgain: (sentence: string, inSeconds: string): string => `${isolate(sentence)} حاول مجددًا ${isolate(inSeconds)}.`,
    somethingWentWrongOnServer: 'حدث خطأ في الخادم',
    savedDataSafe: 'بياناتك المحفوظة آمنة. حاول مجددًا. وإن تكرر الخطأ فأرسل معرّف الطلب إلى المسؤول لديك.',
    didNotWork: 'لم ينجح الإجراء',
    canceledOrTookTooLong: 'أُلغي الطلب أو استغرق وقتًا طويلًا. حاول مجددًا أو استخدم طريقة أخرى.',
    canceled: 'أُلغي الطلب. حاول مجددًا أو استخدم طريقة أخرى.',
    deviceOrPasswordManagerAlready: 'لدى هذا الجهاز أو مدير كلمات المرور هذا مفتاح مرور لحسابك بالفعل.',
    passkeysDoNotWork: 'لا تعمل مفاتيح المرور على هذا العنوان. افتح Countersign باسم المضيف عبر HTTPS.',
    browserOrDeviceCannotCreate: 'لا يستطيع هذا المتصفح أو الجهاز إنشاء مفتاح مرور مناسب.',
    passkeyNotUsed: 'لم يُستخدم مفتاح المرور',
    pageHasProblem: 'في هذه الصفحة مشكلة',
    documentsSafeOnServer:
      'مستنداتك آمنة على الخادم. أعد تحميل الصفحة. قد تحتاج إلى إدخال التغييرات غير المحفوظة مجددًا.',
  },
};
