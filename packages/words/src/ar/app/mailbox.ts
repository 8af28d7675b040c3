import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'الروابط في هذه الرسالة',
    opensInNewTab: 'يُفتح في علامة تبويب جديدة',
    mail: 'الرسالة',
    allEMails: 'كل الرسائل',
    to: 'إلى',
    at: 'الوقت',
    format: 'الصيغة',
    html: 'HTML',
    plainText: 'نص عادي',
    mailTitle: (subject: string): string => `الرسالة: ${isolate(subject)}`,
  },
  mailboxPage: {
    mailbox: 'صندوق البريد',
    noMailServerConfiguredSmtp: 'لم يُضبط خادم بريد، ولذلك تبقى الرسائل هنا.',
    noEMailsYet: 'لا رسائل بعد',
    sendDocumentToSeeInvitations: 'أرسل مستندًا لترى الدعوات وروابطها هنا.',
    mails: 'الرسائل',
    olderEMails: 'رسائل أقدم',
  },
};
