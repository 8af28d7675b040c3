import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'パスワードを入力してください。',
    deletionScheduled: '削除を予約しました',
    untilCanCancelDeletion: (day) => `${day}までは削除を取り消せます。`,
    inAboutThirtyDays: '約 30 日後：',
    signedOutEverywhereAndApi: 'すべての端末でログアウトし、API キーは失効します。',
    profileSavedSignaturePasskeys: 'プロフィール、保存済みの署名、パスキー、あなた宛てのメールは削除されます。',
    documentsDraftsAndTemplatesGo: '文書、下書き、テンプレートは、各組織のオーナーに移ります。',
    signedDocumentsAndEvidenceStay: '署名済みの文書と証拠は、保存期間が終わるまで各組織に残ります。',
    ifOnlyOwnerOfOrganization:
      'あなたが組織の唯一のオーナーである場合は、先にオーナー権を移管するか、組織を削除してください。',
    yourPassword: '現在のパスワード',
    deleteMyAccount: 'アカウントを削除',
    keepMyAccount: 'アカウントを残す',
    legalHoldOfOne:
      '所属する組織のリーガルホールドにより削除できません。ホールドが解除されると、アカウントは削除されます。',
    organizationWouldHaveNoOwner:
      'オーナーのいない組織ができてしまいます。オーナー権を移管するか、組織を削除してください。',
    accountWillBeDeleted: 'アカウントは削除される予定です',
    on: (day, days) => `${day}（${days}）。`,
    takesAboutThirtyDays: 'アカウントは約 30 日後に削除されます。それまでは削除を取り消せます。',
    deleteMyAccountDialog: 'アカウントを削除…',
    deleteAccount: 'アカウントを削除しますか。',
  },
  signaturePad: {
    drawingAreaForSignature: '署名を手書きする欄',
    useMouseFingerOrPen: 'マウス、指、またはペンで書いてください',
    clear: 'すべて消す',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'この文字を持つ手書き風の書体がないため、通常の書体で表示されます。代わりに手書きすることもできます。',
    handwriting: '手書き風の書体',
    style: (index) => `書体 ${number(index)}`,
  },
  profilePage: {
    keyboard: 'キーボード',
    keyboardText: 'この設定は、このブラウザーだけに適用されます。',
    singleKeys: '1 つのキーのショートカット',
    singleKeysText: '例：一覧での J と K。? を押すとすべてのショートカットが表示されます。',
    enterName: 'お名前を入力してください。',
    profileSaved: 'プロフィールを保存しました',
    forEMailsTo: 'アプリの表示、あなたへのメール、署名する文書に使われます。',
    browserSetting: 'ブラウザーの設定',
    timeZone: 'タイムゾーン',
    forTimesInApp: 'このアプリとあなたへのメールの時刻に使われます。',
    browserSettingPlaceholder: (here) => `ブラウザーの設定（${here}）`,
    unknownTimeZone: '不明なタイムゾーン',
    signatureSaved: '署名を保存しました',
    offeredWhenSignDocument: '文書に署名するときに使えます。',
    kindOfSignature: '署名の種類',
    draw: '手書き',
    type: '文字入力',
    yourName: 'お名前',
    saveSignature: '署名を保存',
    savedSignature: (data) => `保存済みの署名：${data}`,
    savedSignatureAlt: '保存済みの署名',
    signatureRemoved: '署名を削除しました',
    savedSignatureTitle: '保存済みの署名',
    offeredWhenSignWithAccount:
      'アカウントで署名するときに使えます。署名を証明するのは証明書であり、この画像ではありません。',
    addSignature: '署名を追加',
    profile: 'プロフィール',
    nameLanguageAndSavedSignature: '名前、言語、保存済みの署名。',
    aboutYou: '基本情報',
  },
  contacts: {
    title: 'アドレス帳',
    text: '受信者の入力中に、文書を送信したことのある相手を候補として表示します。候補はご本人にだけ表示されます。',
    people: counted({ other: '# 人' }),
    clearDialog: '消去…',
    clearTitle: 'アドレス帳を消去しますか。',
    clearText:
      'これらの相手は候補に表示されなくなります。この操作は元に戻せません。文書は変わりません。再び文書を送信した相手は、また候補に表示されます。',
    clear: 'アドレス帳を消去',
    cleared: 'アドレス帳を消去しました',
  },
};
