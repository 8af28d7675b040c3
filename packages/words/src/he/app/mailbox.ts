import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'קישורים בהודעה זו',
    opensInNewTab: 'נפתח בלשונית חדשה',
    mail: 'דוא״ל',
    allEMails: 'כל ההודעות',
    to: 'אל',
    at: 'זמן',
    format: 'פורמט',
    html: 'HTML',
    plainText: 'טקסט פשוט',
    mailTitle: (subject: string): string => `הודעה: ${isolate(subject)}`,
  },
  mailboxPage: {
    mailbox: 'תיבת דואר',
    noMailServerConfiguredSmtp: 'לא הוגדר שרת דואר, ולכן הודעות נשארות כאן.',
    noEMailsYet: 'עדיין אין הודעות',
    sendDocumentToSeeInvitations: 'כשיישלח מסמך, ההזמנות והקישורים שלהן יופיעו כאן.',
    mails: 'הודעות',
    olderEMails: 'הודעות ישנות יותר',
  },
};
