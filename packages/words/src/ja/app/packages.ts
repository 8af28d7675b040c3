import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount, documents) =>
      `${number(documentsCount)} 件の文書に、次の順番で続けて署名します：${documents}。`,
    titleOfPackage: 'パッケージの件名',
    forExample: '例：事務所の賃貸借契約書と付属書類',
    enterTitle: '件名を入力してください。受信者に表示されます。',
    createPackage: 'パッケージを作成',
    createPackageTitle: 'パッケージの作成',
  },
  packagesPage: {
    documentsByBy: (count, name) => [`文書 ${number(count)} 件 · 作成者：`, name],
    of: (done, all) => `${number(done)} / ${number(all)}`,
    changed: '変更',
    noPackageHasStatus: (statuses) => `状態が「${statuses}」のパッケージはありません。`,
    noPackagesYet: 'パッケージはまだありません',
    selectSeveralDraftsInList:
      '文書の一覧で複数の下書きを選び、「パッケージを作成」を選んでください。受信者には 1 通のメールが届き、文書に順番に署名します。',
    chooseDrafts: '下書きを選ぶ',
    severalDocumentsRecipientsSign: '1 通のメールで届き、続けて署名できる複数の文書です。',
    allStatuses: 'すべての状態',
  },
  cancelDialog: {
    packageCanceled: 'パッケージを中止しました',
    invitedRecipientsNotified: '招待した受信者に通知しました。',
    everyDocumentNotCompletedVoided:
      '完了していない文書はすべて取り下げられ、招待した受信者にメールが届きます。元に戻すことはできません。',
    completedDocumentsDoNotChange: (completedCount, documentCount) =>
      `完了した文書は変わりません：${number(documentCount)} 件中 ${number(completedCount)} 件。`,
    forExample: '例：価格が変わったため',
    enterReason: '理由を入力してください。受信者に表示されます。',
    cancelPackage: 'パッケージを中止',
    cancelPackageTitle: 'このパッケージを中止しますか。',
  },
  assignment: {
    documentHasNoSigner: 'この文書には署名者がいません。受信者を選ぶか、文書をパッケージから外してください。',
    aRecipient: '受信者',
    hasNoDocumentToSign: (name) => `署名する文書がない受信者：${name}。文書を選ぶか、受信者を削除してください。`,
    oneOfFieldsBelongs: 'この文書に署名しない人のための項目があります。',
  },
  assignmentGrid: {
    person: (index) => `受信者 ${number(index)}`,
    documentsByRecipient: '受信者ごとの文書',
    eachRecipientSeesOnlyDocuments: '受信者に表示されるのは、その人のために選ばれた文書だけです。',
    signsEveryDocument: (name) => `${name}：すべての文書に署名`,
    signs: (name, title) => `${name}：${title} に署名`,
  },
  sendForm: {
    eachRecipientGetsOneE: '受信者には、すべての文書について 1 通のメールが届きます。',
    confirmWarningAboutDocumentsFirst: '先に文書についての警告を確認してください。',
    nothingSent: (reason) => `${reason} 何も送信されていません。`,
    mayBeSent:
      '接続が切れたため、パッケージが送信されたかどうか分かりません。ページを再読み込みしてご確認ください。二重に送信されることはありません。',
    signAll: (documents) =>
      `${number(documents)} 件の文書をまとめて送信します。各受信者はすべての文書に署名し、メールは 1 通だけ届きます。`,
    signChecked: (documents) =>
      `${number(documents)} 件の文書をまとめて送信します。各受信者は自分のために選ばれた文書に署名し、メールは 1 通だけ届きます。`,
    sendDocuments: (documentCount) => `文書 ${number(documentCount)} 件を送信`,
  },
  remindDialog: {
    title: counted({ other: '受信者 # 人にリマインドしますか？' }),
    text: (names) =>
      `${names}。受信者にはすべての文書について 1 通のメールが届きます。1 時間以内にリマインドした受信者には送信されません。`,
    send: 'リマインドを送信',
  },
  preview: {
    show: (title) => `${title} のページを表示`,
    loading: 'ページを読み込んでいます',
  },
  timeline: {
    title: 'タイムライン',
    of: (title) => `· ${title}`,
    showAll: (count) => `${number(count)} 件すべて表示`,
  },
  packagePage: {
    recipientsOf: (title) => `${title} の受信者`,
    moveUp: (title) => `${title} を上へ移動`,
    moveDown: (title) => `${title} を下へ移動`,
    removeFromPackage: (title) => `${title} をパッケージから外す`,
    packageDeleted: 'パッケージを削除しました',
    documentsSeparateDraftsAgain: '文書は個別の下書きに戻りました。',
    ofDocumentsCompleted: (completedCount, documentCount) =>
      `文書 ${number(documentCount)} 件中 ${number(completedCount)} 件完了`,
    cancelPackage: 'パッケージを中止',
    remind: 'リマインド',
    waitingFor: (names) => `署名待ち：${names}`,
    package: 'パッケージ',
    goToPackages: 'パッケージへ',
  },
};
