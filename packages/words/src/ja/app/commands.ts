import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ja');

export const commands: AppWords['commands'] = {
  palette: {
    title: '検索とコマンド',
    searchOrJump: '文書、ページ、操作を検索',
    close: '閉じる',
    results: '結果',
    thisDocument: 'この文書',
    recentDocuments: '最近の文書',
    pages: 'ページ',
    actions: '操作',
    documents: '文書',
    searching: '検索しています…',
    found: counted({ other: '# 件の結果' }),
    nothingFound: (text) => `「${text}」は見つかりませんでした。`,
    searchFailed: '文書を検索できませんでした。',
    showAllWith: (text) => `「${text}」を含む文書をすべて表示`,
    settingsPage: (name) => `設定：${name}`,
    keyboardShortcuts: 'キーボードショートカット',
  },
  keys: {
    keyboardShortcuts: 'キーボードショートカット',
    names: {
      palette: '検索とコマンド',
      newDocument: '新しい文書',
      search: '文書の一覧を検索',
      next: '文書の一覧で次の行へ',
      previous: '文書の一覧で前の行へ',
      select: '行を選択または選択解除',
      selectTo: 'ここまでの行をすべて選択',
      keys: 'キーボードショートカット',
    },
    open: '行を開く',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: (link) => [
      '文字の入力中は、ショートカットは動作しません。1 つのキーのショートカットは',
      link('プロフィール'),
      'でオフにできます。',
    ],
    areTurnedOff: (link) => ['1 つのキーのショートカットはオフです。', link('プロフィール'), 'でオンにできます。'],
  },
};
