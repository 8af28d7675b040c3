import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'このメールのリンク',
    opensInNewTab: '新しいタブで開きます',
    mail: 'メール',
    allEMails: 'すべてのメール',
    to: '宛先',
    at: '日時',
    format: '形式',
    html: 'HTML',
    plainText: 'テキスト',
    mailTitle: (subject) => `メール：${subject}`,
  },
  mailboxPage: {
    mailbox: 'メールボックス',
    noMailServerConfiguredSmtp: 'メールサーバーが設定されていないため、メールはここに残ります。',
    noEMailsYet: 'メールはまだありません',
    sendDocumentToSeeInvitations: '文書を送信すると、招待とそのリンクがここに表示されます。',
    mails: 'メール',
    olderEMails: '以前のメール',
  },
};
