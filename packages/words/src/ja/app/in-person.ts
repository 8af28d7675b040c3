import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ja');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'セッションを終了しました',
    deviceNoLongerShowsDocument: '端末に文書は表示されなくなりました。',
    endSession: (name) => `${name} 様のセッションを終了`,
    end: '終了',
    endSessionText: 'セッションを終了',
  },
  sessionState: {
    notOpenedYet: '未開封',
    signing: '署名中',
    lockedByWrongCodes: 'コードの誤りによりロック',
    ended: '終了',
    minutesLeft: counted({ other: '残り # 分' }),
  },
  handedOver: {
    handedOver: '端末の受け渡し',
    linkAsQrCode: '端末のカメラで読み取るリンクの QR コード',
    openOnDeviceWithCamera: '端末のカメラでコードを読み取るか、端末でリンクを開いてください。',
    giveSignerAccessCode: 'その後、署名者にアクセスコードを伝えてください。',
    useDeviceOnWhich: 'Countersign にログインしていない端末をお使いください。',
    copyLink: 'リンクをコピー',
    nextSigner: '次の署名者',
  },
  handOverForm: {
    handOver: '端末を渡す',
    documentWaitsForSignature: '署名待ちの文書、または受信者のいない下書き',
    typePartOfTitle: '件名の一部を入力',
    noMatchingDocumentCan: '署名できる文書は見つかりませんでした',
    draftHasRecipientsAlready: (link) => [
      'この下書きにはすでに受信者がいます。先に',
      link('送信'),
      'してから、受信者に端末を渡してください。',
    ],
    nobodyAskedToSignDocument: '現在この文書に署名できる受信者はいません。',
    notChecked: '確認していない',
    iKnowSignerInPerson: '署名者と面識がある',
    identityDocument: '本人確認書類',
    passport: 'パスポート',
    identityCard: '身分証明書',
    drivingLicense: '運転免許証',
    residencePermit: '在留カード',
    otherDocument: 'その他の書類',
    enterEMailAddress: '完了した文書を受け取るメールアドレスを入力してください。',
    chooseWhoSigns: '署名する人を選んでください。',
    enterName: '署名者の氏名を入力してください。',
    atLeastFourLettersDigits: '半角の英数字または記号 4 文字以上。',
    draftSentToPerson: '下書きはすぐにこの人に送信されます。招待メールは送られません。',
    eMail: 'メールアドレス',
    signer: '署名者',
    signerMustEnterAccessCode: '署名者は、この文書のアクセスコードを端末で入力する必要があります。',
    accessCodeOptional: 'アクセスコード（任意）',
    requiredOnDeviceBeforeDocument: '文書が表示される前に、端末で入力が必要です',
    howDidCheckSignersIdentity: '署名者の本人確認の方法',
    printedOnCertificateOfCompletion: '完了証明書に記載されます',
    doNotRecord: '記録しない',
  },
  openSessions: {
    onOtherDevices: 'ほかの端末',
    handedOverBy: (link, name) => [link, '、立会者：', name],
  },
  inPersonPage: {
    inPerson: '対面署名',
    signInPerson: '対面署名',
    handTabletOrPhone:
      'その場にいる署名者にタブレットまたはスマートフォンを渡します。本人確認はあなたが行い、証拠に記録されます。',
  },
};
