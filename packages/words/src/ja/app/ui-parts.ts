import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('ja');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'タグ',
    pressEnterOrComma: 'Enter またはカンマでタグを追加します。',
    addTag: 'タグを追加',
  },
  pagePictures: {
    pageFailed: (page) => `${number(page)} ページのプレビューを読み込めませんでした。文書そのものに問題はありません。`,
    tryAgain: 'もう一度試す',
    pageOf: (page, title) => `${title}、${number(page)} ページ`,
    of: (index, count) => `${number(index)} / ${number(count)}`,
    showMoreOfPages: (piece, count) => `全 ${number(count)} ページのうち、さらに ${number(piece)} ページを表示`,
  },
  strip: {
    nextAction: '次の操作',
  },
  undoToast: {
    undone: '元に戻しました',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'ページを確認しました。この版を送信します',
    fileEndsWithUnfinishedChange:
      'このファイルの末尾に未完了の変更があります。表示されているのは、その変更の前の版です。',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'フィルター' : `フィルター (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'この期間のデータはありません',
    upTo: (say) => `最大 ${say}`,
    showAsTable: '表で表示',
  },
  secretValue: {
    copyNowAndKeep: (why) => `今すぐコピーして、安全な場所に保管してください。${why}`,
    iHaveSaved: '保管しました',
  },
  sessionList: {
    withPassword: 'パスワード',
    withPasskey: 'パスキー',
    throughSingleSignOn: 'シングルサインオン',
    unknownBrowser: '不明なブラウザー',
    thisBrowser: 'このブラウザー',
    lastUsedSince: (time, otherTime) => ['最終使用：', time, '、ログイン：', otherTime],
    signOut: 'ログアウト',
    signOutAriaLabel: (device, address) => `ログアウト：${device}、${address}`,
  },
  passwordFields: {
    showPassword: 'パスワードを表示',
  },
  password: {
    atLeastCharacters: (min) => `${number(min)} 文字以上。いくつかの単語を並べると覚えやすくなります。`,
    ofAtLeastCharacters: (length, min) => `${number(length)} 文字（${number(min)} 文字以上必要）`,
    characters: (length) => `${number(length)} 文字：良好です。長いほど安全です。`,
    charactersStrong: (length) => `${number(length)} 文字：十分に安全です。`,
  },
  useKeepAccount: {
    deletionCanceled: '削除を取り消しました',
    accountWillNotBeDeleted: 'アカウントは削除されません。',
  },
  unsavedGuard: {
    title: '保存せずに移動しますか。',
    text: '前回の保存より後の変更は失われます。',
    discard: '変更を破棄',
    stay: '編集を続ける',
    sections: (sections: string): string => `未保存：${sections}。`,
  },
  saveForm: {
    unsavedChanges: '未保存の変更があります',
    saving: '保存しています…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'このサーバーの運営者が設定します：',
      name,
      '。',
      link('この設定について'),
      '。',
    ],
  },
};
