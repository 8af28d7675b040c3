import type { AppWords } from '../../app.ts';

export const mailbox: AppWords['mailbox'] = {
  mailView: {
    linksInEMail: 'इस ई-मेल के लिंक',
    opensInNewTab: 'नए टैब में खुलता है',
    mail: 'ई-मेल',
    allEMails: 'सभी ई-मेल',
    to: 'किसे',
    at: 'समय',
    format: 'फ़ॉर्मैट',
    html: 'HTML',
    plainText: 'सादा पाठ',
    mailTitle: (subject) => `ई-मेल: ${subject}`,
  },
  mailboxPage: {
    mailbox: 'मेलबॉक्स',
    noMailServerConfiguredSmtp: 'कोई मेल सर्वर सेट नहीं है, इसलिए ई-मेल यहीं रहते हैं।',
    noEMailsYet: 'अभी कोई ई-मेल नहीं',
    sendDocumentToSeeInvitations: 'दस्तावेज़ भेजें, फिर आमंत्रण और उनके लिंक यहाँ दिखेंगे।',
    mails: 'ई-मेल',
    olderEMails: 'पुराने ई-मेल',
  },
};
