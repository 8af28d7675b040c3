import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Links in deze e-mail',
    opensInNewTab: 'opent in een nieuw tabblad',
    mail: 'E-mail',
    allEMails: 'Alle e-mails',
    to: 'Aan',
    at: 'Tijd',
    format: 'Indeling',
    html: 'HTML',
    plainText: 'Platte tekst',
    mailTitle: (subject: string): string => `E-mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Postvak',
    noMailServerConfiguredSmtp: 'Er is geen mailserver ingesteld, dus e-mails blijven hier.',
    noEMailsYet: 'Nog geen e-mails',
    sendDocumentToSeeInvitations: 'Verzend een document om hier de uitnodigingen en hun links te zien.',
    mails: 'E-mails',
    olderEMails: 'Oudere e-mails',
  },
};
