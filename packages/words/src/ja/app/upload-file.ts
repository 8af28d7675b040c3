import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ja');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: '文書',
    nothingUploaded: '何もアップロードされていません。',
    fileEmpty: 'このファイルは空です',
    hasNoContent: (name, kept) =>
      `「${name}」には内容がありません。${kept}文書をもう一度 PDF として保存し、そのファイルを選択してください。`,
    fileTooLarge: 'このファイルは大きすぎます',
    hasMb: (name, size, kept) =>
      `「${name}」は ${number(size)} MB です。上限は 50 MB です。${kept}画像のサイズを小さくするか、ファイルを分割してください。`,
    notPdf: 'PDF ではありません',
    cannotBeSigned: (name, kept) =>
      `「${name}」は別の形式です。${kept}PDF として保存または印刷し、そのファイルを選択してください。`,
    pdfProtectedByPassword: 'この PDF はパスワードで保護されています',
    passwordDoesNotOpenPdf: 'このパスワードでは PDF を開けません',
    pdfEncryptedInWay: 'この PDF の暗号化方式には対応していません',
    pdfSignedAndEncrypted: 'この PDF は署名され、暗号化されています',
    pdfListsPageTwice: 'この PDF には同じページが 2 回含まれています',
    pdfCannotBeRepairedWithout: 'この PDF は、内容を変えずに修復できません',
    pageOfPdfCannot: 'この PDF に表示できないページがあります',
    pdfTooLongTo: 'この PDF は長すぎて修復できません',
    pdfDynamicForm: 'この PDF は動的フォームです',
    pdfLockedByCertification: 'この PDF は証明機能によりロックされています',
    pdfDoesNotAllowNew: 'この PDF には署名の項目を追加できません',
    pdfHasActiveContent: 'この PDF には動的な内容が含まれています',
    pdfDamaged: 'この PDF は破損しています',
    formFieldOfPdfCannot: 'この PDF に表示できないフォーム項目があります',
    pdfCannotBeRead: 'この PDF を読み取れません',
    theFile: (message) => `ファイル：${message}。`,
    fileNotAccepted: 'このファイルは受け付けられませんでした',
    notStored: (ofTheFile) => `${ofTheFile}ファイルは保存されていません。`,
  },
};
