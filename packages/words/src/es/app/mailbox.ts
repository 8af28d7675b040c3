import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Enlaces de este correo',
    opensInNewTab: 'se abre en una pestaña nueva',
    mail: 'Correo',
    allEMails: 'Todos los correos',
    to: 'Para',
    at: 'Fecha',
    format: 'Formato',
    html: 'HTML',
    plainText: 'Texto sin formato',
    mailTitle: (subject) => `Correo: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Buzón',
    noMailServerConfiguredSmtp: 'No hay ningún servidor de correo configurado, por lo que los correos se quedan aquí.',
    noEMailsYet: 'Todavía no hay correos',
    sendDocumentToSeeInvitations: 'Envíe un documento para ver aquí las invitaciones y sus enlaces.',
    mails: 'Correos',
    olderEMails: 'Correos anteriores',
  },
};
