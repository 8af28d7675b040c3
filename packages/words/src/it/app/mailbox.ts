import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Link in questa e-mail',
    opensInNewTab: 'si apre in una nuova scheda',
    mail: 'E-mail',
    allEMails: 'Tutte le e-mail',
    to: 'A',
    at: 'Ora',
    format: 'Formato',
    html: 'HTML',
    plainText: 'Testo semplice',
    mailTitle: (subject: string): string => `E-mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Casella di posta',
    noMailServerConfiguredSmtp: 'Nessun server di posta è configurato, quindi le e-mail restano qui.',
    noEMailsYet: 'Ancora nessuna e-mail',
    sendDocumentToSeeInvitations: 'Invii un documento per vedere qui gli inviti e i loro link.',
    mails: 'E-mail',
    olderEMails: 'E-mail meno recenti',
  },
};
