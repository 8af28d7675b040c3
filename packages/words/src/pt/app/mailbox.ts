import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'Links neste e-mail',
    opensInNewTab: 'abre em uma nova aba',
    mail: 'E-mail',
    allEMails: 'Todos os e-mails',
    to: 'Para',
    at: 'Em',
    format: 'Formato',
    html: 'HTML',
    plainText: 'Texto simples',
    mailTitle: (subject: string): string => `E-mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Caixa de correio',
    noMailServerConfiguredSmtp: 'Nenhum servidor de e-mail está configurado, por isso os e-mails ficam aqui.',
    noEMailsYet: 'Ainda não há e-mails',
    sendDocumentToSeeInvitations: 'Envie um documento para ver aqui os convites e os seus links.',
    mails: 'E-mails',
    olderEMails: 'E-mails mais antigos',
  },
};
