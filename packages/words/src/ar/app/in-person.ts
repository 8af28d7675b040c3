import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('ar');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'انتهت الجلسة',
    deviceNoLongerShowsDocument: 'لم يعد الجهاز يعرض المستند.',
    endSession: (name: string): string => `إنهاء جلسة ${isolate(name)}`,
    end: 'إنهاء',
    endSessionText: 'إنهاء الجلسة',
  },
  sessionState: {
    notOpenedYet: 'لم يُفتح بعد',
    signing: 'جارٍ التوقيع',
    lockedByWrongCodes: 'قُفل بعد رموز خاطئة',
    ended: 'انتهت',
    minutesLeft: counted({
      zero: 'لم يبق وقت',
      one: 'بقيت دقيقة واحدة',
      two: 'بقيت دقيقتان',
      few: 'بقيت # دقائق',
      many: 'بقيت # دقيقة',
      other: 'بقيت # دقيقة',
    }),
  },
  handedOver: {
    handedOver: 'تم تسليم الجهاز',
    linkAsQrCode: 'الرابط كرمز QR لكاميرا الجهاز',
    openOnDeviceWithCamera: 'امسح الرمز بكاميرا الجهاز، أو افتح الرابط عليه.',
    giveSignerAccessCode: 'ثم أعطِ الموقّع رمز الوصول.',
    useDeviceOnWhich: 'استخدم جهازًا لم تسجّل الدخول عليه إلى Countersign.',
    copyLink: 'نسخ الرابط',
    nextSigner: 'الموقّع التالي',
  },
  handOverForm: {
    handOver: 'تسليم',
    documentWaitsForSignature: 'مستند ينتظر توقيعًا، أو مسودة بلا مستلمين',
    typePartOfTitle: 'اكتب جزءًا من العنوان',
    noMatchingDocumentCan: 'لا يوجد مستند مطابق يمكن توقيعه',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'لهذه المسودة مستلمون بالفعل. ',
      link('أرسلها'),
      ' أولًا، ثم سلّم الجهاز إلى أحدهم.',
    ],
    nobodyAskedToSignDocument: 'لا يستطيع أي مستلم توقيع هذا المستند حاليًا.',
    notChecked: 'لم يتم التحقق',
    iKnowSignerInPerson: 'أعرف الموقّع شخصيًا',
    identityDocument: 'وثيقة هوية',
    passport: 'جواز سفر',
    identityCard: 'بطاقة هوية',
    drivingLicense: 'رخصة قيادة',
    residencePermit: 'تصريح إقامة',
    otherDocument: 'وثيقة أخرى',
    enterEMailAddress: 'أدخل عنوان بريد إلكتروني للمستند المكتمل.',
    chooseWhoSigns: 'اختر من يوقّع.',
    enterName: 'أدخل اسم الموقّع.',
    atLeastFourLettersDigits: '4 أحرف أو أرقام أو رموز على الأقل، بلا علامات تشكيل.',
    draftSentToPerson: 'تُرسل المسودة إلى هذا الشخص فورًا، من دون دعوة بالبريد الإلكتروني.',
    eMail: 'البريد الإلكتروني',
    signer: 'الموقّع',
    signerMustEnterAccessCode: 'على الموقّع إدخال رمز وصول هذا المستند على الجهاز.',
    accessCodeOptional: 'رمز الوصول (اختياري)',
    requiredOnDeviceBeforeDocument: 'مطلوب على الجهاز قبل عرض المستند',
    howDidCheckSignersIdentity: 'كيف تحققت من هوية الموقّع؟',
    printedOnCertificateOfCompletion: 'يُطبع على شهادة الإتمام',
    doNotRecord: 'عدم التسجيل',
  },
  openSessions: {
    onOtherDevices: 'على أجهزة أخرى',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, '، سلّمه ', name],
  },
  inPersonPage: {
    inPerson: 'حضوريًا',
    signInPerson: 'التوقيع حضوريًا',
    handTabletOrPhone: 'سلّم جهازًا لوحيًا أو هاتفًا إلى الموقّع الذي أمامك. تتحقق أنت من هويته، وتسجّل الأدلة ذلك.',
  },
};
