import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Links in dieser E-Mail',
    opensInNewTab: 'öffnet sich in neuem Tab',
    mail: 'E-Mail',
    allEMails: 'Alle E-Mails',
    to: 'An',
    at: 'Zeit',
    format: 'Format',
    html: 'HTML',
    plainText: 'Nur Text',
    mailTitle: (subject: string): string => `E-Mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Postfach',
    noMailServerConfiguredSmtp: 'Es ist kein Mailserver eingerichtet, deshalb bleiben E-Mails hier.',
    noEMailsYet: 'Noch keine E-Mails',
    sendDocumentToSeeInvitations: 'Senden Sie ein Dokument. Die Einladungen und ihre Links erscheinen dann hier.',
    mails: 'E-Mails',
    olderEMails: 'Ältere E-Mails',
  },
};
