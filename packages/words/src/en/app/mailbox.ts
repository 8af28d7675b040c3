export const mailbox = {
  mailView: {
    linksInEMail: 'Links in this e-mail',
    opensInNewTab: 'opens in a new tab',
    mail: 'E-mail',
    allEMails: 'All e-mails',
    to: 'To',
    at: 'Date',
    format: 'Format',
    html: 'HTML',
    plainText: 'Plain text',
    mailTitle: (subject: string): string => `E-mail: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'Mailbox',
    noMailServerConfiguredSmtp: 'No mail server is configured, so e-mails stay here.',
    noEMailsYet: 'No e-mails yet',
    sendDocumentToSeeInvitations: 'Send a document to see the invitations and their links here.',
    mails: 'E-mails',
    olderEMails: 'Older e-mails',
  },
};
