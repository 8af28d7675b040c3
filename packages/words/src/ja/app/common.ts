import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ja');

export const common: AppWords['common'] = {
  all: 'すべて',
  waiting: '待機中',
  completed: '完了',
  declined: '辞退',
  expired: '期限切れ',
  voided: '取り下げ',
  archived: 'アーカイブ済み',
  previous: '前へ',
  next: '次へ',
  delete: '削除',
  undo: '元に戻す',
  draft: '下書き',
  signed: '署名済み',
  title: '件名',
  status: '状態',
  nothingFound: '見つかりませんでした',
  newDocument: '新しい文書',
  documents: '文書',
  countersign: 'Countersign',
  templates: 'テンプレート',
  packages: 'パッケージ',
  loading: '読み込み中',
  goToDocuments: '文書一覧へ',
  more: (count) => `ほか ${number(count)} 人`,
};
