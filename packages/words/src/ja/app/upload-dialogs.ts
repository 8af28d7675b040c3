import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'この PDF のパスワードを入力してください',
    usedOnceToOpenFile:
      'パスワードはファイルを開くために 1 回だけ使われ、保存されません。受信者にパスワードは必要ありません。',
    upload: 'アップロード',
  },
  uploadDialog: {
    kb: (bytes) => `${number(bytes)} kB`,
    mb: (bytes) => `${bytes} MB`,
    uploading: 'アップロード中',
    uploadingOf: (index, all) => `${number(all)} 件中 ${number(index)} 件目をアップロードしています`,
    uploadProgress: 'アップロードの進行状況',
    sent: '送信しました。サーバーが PDF を確認しています…',
    sentText: (percent) => `${number(percent)}% 送信済み`,
  },
  severalFiles: {
    uploaded: counted({ other: 'ファイル # 件をアップロードしました' }),
    refused: counted({ other: 'ファイル # 件はアップロードされませんでした' }),
    why: (name, why) => `${name}：${why}。`,
    tooMany: 'ファイルが多すぎます',
    limit: (filesCount, most) =>
      `${number(filesCount)} 件のファイルが選択されました。一度に ${number(most)} 件までです。何もアップロードされていません。`,
    needsPassword: 'パスワードで保護されています。個別にアップロードしてください',
    notTried: '未実行',
    canceled: 'キャンセルしました',
    choose: 'まとめて送信すると、受信者には 1 通のメールが届き、すべての文書に続けて署名できます。',
    separately: (count) => (count === 1 ? '下書きを開く' : '個別の下書きにする'),
    together: 'まとめて送信',
    close: '閉じる',
  },
  choosePdf: {
    pdfFile: 'PDF ファイル',
  },
  newDocumentPage: {
    choosePdf: 'PDF を選択',
    storedUnchangedByteForByte: '1 バイトも変更せずに保存されます。',
    addRecipients: '受信者を追加',
    namesEMailAddressesOrder: '氏名、メールアドレス、順番、項目。',
    send: '送信',
    eachSignerGetsLink: '署名者にリンクがメールで届きます。進行状況を確認できます。',
    dropPdf: 'ここに PDF をドロップ',
    orAnywhereInWindow: 'ウィンドウのどこにでもドロップできます。1 件 50 MB まで。',
    nextSteps: '次の手順',
  },
};
