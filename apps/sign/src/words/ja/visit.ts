import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('ja');

export const visit: typeof en = {
  brand: 'Countersign',
  language: '言語',
  opening: '文書を開いています…',
  openingNote:
    '文書全体を読んでから決めることができます。開いただけでは何も署名されません。このページはいつでも閉じることができます。',
  close: '閉じる',
  cancel: 'キャンセル',
  back: '戻る',
  tryAgain: 'もう一度試す',

  asksToSign: (who) => `${who} 様から署名の依頼です`,
  asksToApprove: (who) => `${who} 様から承認の依頼です`,
  asTheSigner: (name) => `${name} 様宛て`,
  messageFrom: (name) => `${name} 様からのメッセージ`,
  document: '文書',
  pageCount: counted({ other: '# ページ' }),
  signBy: '署名期限',
  lastDay: '本日が期限です',
  daysLeft: counted({ other: 'あと # 日' }),
  noEndDate: '期限なし',
  alsoSigning: 'ほかの署名者',
  reviewDocument: '文書を確認する',
  nothingYet:
    'まず内容をお読みください。最後に「文書に署名する」を押すまで、署名されることはありません。アカウントは不要です。',
  nothingYetApprover:
    'まず内容をお読みください。最後に「文書を承認する」を押すまで、承認されることはありません。アカウントは不要です。',
  notForYou: 'お心当たりがない場合や、紙での署名をご希望の場合は：',
  writeTo: (name) => `${name} 様に連絡する`,

  codeTitle: 'アクセスコードを入力してください',
  codeText: (sender) =>
    `この文書は ${sender} 様がコードで保護しています。コードは、このメールとは別の方法で ${sender} 様から伝えられています。`,
  codeLabel: 'アクセスコード',
  codeWrong: counted({ other: 'コードが違います。残り # 回です。' }),
  codeOpen: '文書を開く',
  codeMissing: 'コードをお持ちでない場合は：',

  turnTitle: 'まだ順番ではありません',
  turnText: (sender) =>
    `先に署名する方がいます。順番が来るとメールでお知らせします。ご質問は ${sender} 様までお願いします。`,
  readMeanwhile: '文書を読む',
  checkAgain: 'もう一度確認する',
  readingTurn: '閲覧のみ：まだ署名の順番ではありません',
  readingCopy: '控え：ここで署名するものはありません',

  otherwise: '署名しない場合',
  declineTitle: '署名を辞退する',
  declineText: (sender) =>
    `この文書の手続きは全員について終了し、元に戻せません。理由は ${sender} 様とほかの方々に伝えられます。`,
  declineReason: '理由',
  declineMissing: '理由を簡単にご記入ください。',
  decline: '辞退する',
  forwardTitle: '別の方に引き継ぐ',
  forwardText: (sender) =>
    `引き継いだ方に専用のリンクが届き、あなたの代わりに署名します。あなたのリンクは使えなくなり、${sender} 様に通知されます。`,
  forwardName: '引き継ぐ方のお名前',
  forwardEmail: '引き継ぐ方のメールアドレス',
  forwardRefused: 'このアドレスには文書を引き継げません。',
  forward: '引き継ぐ',
  otherwiseFaults: {
    offline: { title: '接続できません', text: '応答がありませんでした。接続を確認して、もう一度お試しください。' },
    unavailable: {
      title: '現在ご利用いただけません',
      text: '何も変更されていません。しばらくしてからもう一度お試しください。',
    },
    other: { title: 'うまくいきませんでした', text: '何も変更されていません。' },
  },

  stopped: {
    'no-link': {
      title: 'メールのリンクを開いてください',
      what: 'このページは招待メールにある専用のリンクから開きますが、リンクなしで開かれました。',
      kept: '',
      todo: 'メールに戻り、リンクをもう一度開いてください。',
    },
    'session-ended': {
      title: '安全のため、このページを閉じました',
      what: '30 分間操作がなかったため、文書を閉じました。',
      kept: '何も署名されていません。入力した内容はこのタブに残っています。',
      todo: '続けるには、メールのリンクをもう一度開いてください。',
    },
    'wrong-link': {
      title: 'このリンクは使えません',
      what: 'リンクが途中で切れているか、新しいリンクに置き換えられています。',
      kept: '何も署名されていません。',
      todo: 'この文書についての最新のメールにあるリンクを開いてください。それも使えない場合は、送信した方に新しいリンクをご依頼ください。',
    },
    expired: {
      title: '署名の期限が過ぎました',
      what: 'この文書には署名の期限があり、その日が過ぎました。',
      kept: 'あなたは何も署名していません。',
      todo: '署名がまだ必要な場合は、もう一度送るようご依頼ください。',
    },
    replaced: {
      title: '送信者がこの文書を変更しました',
      what: 'このリンクは以前の版のもので、使えなくなりました。',
      kept: 'このリンクでは何も署名されていません。',
      todo: '最新のメールにあるリンクから文書を開いてください。メールが見つからない場合は、送信者にお問い合わせください。',
    },
    removed: {
      title: 'あなたは受信者ではなくなりました',
      what: '送信者がこの文書の受信者からあなたを外したため、リンクは使えなくなりました。',
      kept: '何もしていただく必要はありません。',
      todo: 'お心当たりがない場合は、送信者にお尋ねください。',
    },
    voided: {
      title: 'この文書は取り下げられました',
      what: '送信者が取り下げたため、閲覧も署名もできません。',
      kept: '何もしていただく必要はありません。',
      todo: 'お心当たりがない場合は、送信者にお尋ねください。',
    },
    unreadable: {
      title: 'このリンクの有効期間は終わりました',
      what: '完了した文書をここで読めるのは 30 日間で、その期間が過ぎました。',
      kept: '署名は引き続き有効です。',
      todo: '控えは送信者にご依頼ください。',
    },
    declined: {
      title: 'この文書は終了しました',
      what: '署名を辞退した方がいるため、この文書は完了しません。',
      kept: '何もしていただく必要はありません。',
      todo: 'ご質問は送信者にお尋ねください。',
    },
    'you-declined': {
      title: '署名を辞退しました',
      what: 'この文書は完了しません。送信者とほかの方々に、理由とともに通知されました。',
      kept: 'あなたは何も署名していません。',
      todo: '',
    },
    'you-forwarded': {
      title: '引き継ぎました',
      what: '引き継いだ方に専用のリンクがメールで届きます。あなたのリンクは使えなくなりました。',
      kept: 'あなたは何も署名していません。送信者に通知されました。',
      todo: '',
    },
    locked: {
      title: 'この文書はロックされました',
      what: '誤ったコードが 5 回入力されました。',
      kept: '文書の内容は表示されていません。',
      todo: '送信者に通知されました。送信者から新しいリンクを送ることができます。',
    },
    offline: {
      title: '接続できません',
      what: '応答がなかったため、文書を取得できませんでした。',
      kept: '失われたものはありません。',
      todo: '接続を確認して、もう一度お試しください。',
    },
    unavailable: {
      title: '現在ご利用いただけません',
      what: '現在、サービスが文書を表示できません。',
      kept: '何も変更されていません。',
      todo: '',
    },
    other: {
      title: 'うまくいきませんでした',
      what: '文書を開けませんでした。',
      kept: '何も変更されていません。',
      todo: 'もう一度お試しください。解決しない場合は、リンクを送った方にお尋ねください。',
    },
  },
  askSubject: (title) => `「${title}」について`,

  tryShortly: 'しばらくしてからもう一度お試しください。',
  trySeconds: counted({ other: '# 秒後にもう一度お試しください。' }),
  requestId: (id) => `お問い合わせの際は ${id} をお伝えください。`,

  sessionWarning: (left) => `あと ${left} でこのページは閉じます`,
  sessionKept: '安全のため、操作がないと閉じられます。',
  stay: '開いたままにする',
};
