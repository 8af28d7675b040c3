import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ja');

export const documentTags: AppWords['documentTags'] = {
  tagsDialog: {
    tagsOfAll: counted({ other: 'すべての文書のタグ' }),
    otherTags: '一部の文書だけにあるタグは変わりません。',
    saveTags: 'タグを保存',
    tagsOf: counted({ other: '文書 # 件のタグ' }),
  },
  tagFilter: {
    filterByTag: 'タグで絞り込む',
    tag: 'タグ',
    showThese: '適用',
  },
};
