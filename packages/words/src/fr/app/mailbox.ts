import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Liens dans cet e-mail',
    opensInNewTab: 's’ouvre dans un nouvel onglet',
    mail: 'E-mail',
    allEMails: 'Tous les e-mails',
    to: 'À',
    at: 'Heure',
    format: 'Format',
    html: 'HTML',
    plainText: 'Texte brut',
    mailTitle: (subject: string): string => `E-mail : ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Boîte aux lettres',
    noMailServerConfiguredSmtp: 'Aucun serveur de messagerie n’est configuré, les e-mails restent donc ici.',
    noEMailsYet: 'Aucun e-mail',
    sendDocumentToSeeInvitations: 'Envoyez un document pour voir ici les invitations et leurs liens.',
    mails: 'E-mails',
    olderEMails: 'E-mails plus anciens',
  },
};
