import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: '文書への署名',
  approveTitle: '文書の承認',
  signatureOf: (name) => `${name} 様の署名`,
  whatHappens: (title, sender) =>
    `「文書に署名する」を押すと、デジタル署名と信頼できるタイムスタンプにより、あなたの名前で「${title}」に署名します。${sender} 様に通知されます。その後、ここで取り消すことはできません。`,
  whatHappensApprove: (title, sender) =>
    `「文書を承認する」を押すと、「${title}」に対するあなたの承認が、デジタル署名と信頼できるタイムスタンプとともに記録されます。${sender} 様に通知されます。その後、ここで取り消すことはできません。`,
  consentLabel: '同意します',
  consentNeeded: '続けるにはチェックを入れてください。同意がなければ、電子的に署名することはできません。',
  signDocument: '文書に署名する',
  approveDocument: '文書を承認する',
  signing: '署名しています…',
  approving: '承認しています…',
  signingNote: '署名とタイムスタンプを作成しています。このページを開いたままお待ちください。',
  ratherNot: '同意されない場合は、このページを閉じてください。何も署名されません。紙での署名をご希望の場合の連絡先：',

  sendFaults: {
    offline: {
      title: '接続できません',
      text: '応答がありませんでした。入力した内容はこのページに残っています。接続を確認して、もう一度お試しください。誤って二重に署名されることはありません。',
    },
    unavailable: {
      title: '現在ご利用いただけません',
      text: '何も署名されていません。入力した内容はこのページに残っています。',
    },
    invalid: { title: '修正が必要な項目があります', text: '何も署名されていません。入力した内容は残っています。' },
    other: {
      title: 'うまくいきませんでした',
      text: '何も署名されていません。入力した内容はこのページに残っています。',
    },
  },

  signedTitle: '署名が完了しました',
  approvedTitle: '承認が完了しました',
  thanks: (name) => `${name} 様、ありがとうございました。`,
  signedAt: '日時',
  signedAs: 'お名前',
  receiptTitle: '署名の控え',
  receiptNote: 'この控えを保管してください。表示されたファイルと署名したファイルを証明できます。',
  receiptShown: '表示されたファイル (SHA-256)',
  receiptSigned: '署名したファイル (SHA-256)',
  receiptTrail: (n: number) => `署名後の監査記録、項目 ${n} (SHA-256)`,
  receiptDownload: '控えをダウンロード',
  fingerprint: 'フィンガープリント',
  fingerprintNote: '送信された文書の SHA-256',
  fingerprintNoteFinished: '完成した文書の SHA-256',
  copy: 'コピー',
  copied: 'コピーしました',
  verifyNote:
    'この文書はいつでも検証できます。完成したファイルにはすべての署名とタイムスタンプが含まれており、署名を検証できる PDF リーダーで表示されます。',
  waitingFor: '署名の状況',
  signerStates: {
    waiting: '順番待ち',
    'pending-signature': '未署名',
    signed: '署名済み',
    declined: '辞退',
    notified: '控えを受領',
  },
  everyoneSigned: '全員の署名がそろいました',
  downloadReadyText: '文書が完了し、封印されました。控えを保管してください。',
  downloadWaiting: 'まだ全員の署名がそろっていません',
  downloadWaitingText: (email) => `完成した文書は ${email} にメールで届きます。このページは閉じてかまいません。`,
  downloadSealingText: '完成した文書を封印しています。しばらくお待ちください。',
  download: '文書をダウンロード',
  downloading: 'ダウンロードしています…',
  downloadFailed: 'ダウンロードできませんでした。接続を確認して、もう一度お試しください。',
  downloadLater: 'このページの自動更新は終わりました。現在の状況は、メールのリンクをもう一度開いてご確認ください。',
};
