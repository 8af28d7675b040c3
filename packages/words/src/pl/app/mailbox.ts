import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Linki w tej wiadomości',
    opensInNewTab: 'otwiera się w nowej karcie',
    mail: 'E-mail',
    allEMails: 'Wszystkie wiadomości',
    to: 'Do',
    at: 'Czas',
    format: 'Format',
    html: 'HTML',
    plainText: 'Zwykły tekst',
    mailTitle: (subject: string): string => `E-mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Skrzynka',
    noMailServerConfiguredSmtp: 'Nie skonfigurowano serwera poczty, więc wiadomości pozostają tutaj.',
    noEMailsYet: 'Nie ma jeszcze wiadomości',
    sendDocumentToSeeInvitations: 'Wyślij dokument, aby zobaczyć tu zaproszenia i ich linki.',
    mails: 'Wiadomości',
    olderEMails: 'Starsze wiadomości',
  },
};
