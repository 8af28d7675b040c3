import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ja');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: '準備中',
    ready: '準備完了',
    erased: '消去済み',
    yourData: 'あなたのデータ',
    theOrganization: '組織',
    exportStarted: '書き出しを開始しました',
    weWillSendEMail: 'ダウンロードできるようになったらメールでお知らせします。',
    ofDocuments: (done, total) => `文書 ${number(done)} / ${number(total)} 件`,
    documents: (count, size, day) => `文書 ${number(count)} 件、${size}、${day}まで`,
    nothingStored: 'ファイルは保存されていません。もう一度書き出してください。',
    eraseDialog: '消去…',
    cancelDialog: '中止…',
    deleteExport: 'この書き出しデータを削除しますか。',
    cancelExport: 'この書き出しを中止しますか。',
    fileDeletedAtOnce: 'ファイルはすぐに削除されます。データは変わらず、もう一度書き出せます。',
    exportDiscarded: '書き出しは破棄されます。データは変わりません。',
    erase: '消去',
    cancelExportText: '書き出しを中止',
    documentsExported: '書き出した文書',
    export: '書き出し',
    exports: '書き出し',
    noExportsYet: '書き出しはまだありません',
    startExportToSee: '書き出しを始めると、進行状況とともにここに表示されます。',
    dataExport: 'データの書き出し',
    zipArchiveWithDocuments:
      '文書と関連データを一般的な形式で収めた ZIP ファイルです。ダウンロードできるのはあなただけで、期間は 7 日間です。',
    accountDocumentsSentOrSigned: 'アカウント、送信または署名した文書、同意、監査ログの記録。',
    exportData: 'あなたのデータを書き出す',
    allDocumentsWithCertificates:
      '証明書と監査証跡を含むすべての文書、テンプレート、パッケージ、メンバー、設定、インシデント。キーとパスワードは含まれません。',
    exportOrganization: '組織を書き出す',
  },
};
