import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('ja');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'ビューとフォルダー',
    views: 'ビュー',
    folders: 'フォルダー',
    allDocuments: 'すべての文書',
    saveView: 'このビューを保存',
    newFolder: '新しいフォルダー',
    noViews: '一覧を絞り込むと、ここにビューとして保存できます。',
    noFolders: 'フォルダーで文書をまとめ、共有できます。',
    shared: '共有',
    actionsFor: (name) => `${name} の操作`,
    viewsFailed: 'ビューを読み込めませんでした。',
    foldersFailed: 'フォルダーを読み込めませんでした。',
    tryAgain: 'もう一度試す',
  },
  menu: {
    rename: '名前を変更…',
    replaceFilters: '現在のフィルターで置き換える',
    share: '組織で共有',
    stopSharing: '共有を停止',
    moveUp: '上へ移動',
    moveDown: '下へ移動',
    newInside: '中に新しいフォルダー…',
    moveFolder: '別のフォルダーに移動…',
  },
  dialog: {
    saveView: 'このビューを保存',
    renameView: 'ビューの名前を変更',
    newFolder: '新しいフォルダー',
    renameFolder: 'フォルダーの名前を変更',
    shareView: '組織で共有します。各自に表示されるのは、もともと閲覧できる文書だけです。',
    shareFolder: '組織で共有します。各自に表示されるのは、もともと閲覧できる文書だけです。',
    deleteFolder: (name) => `フォルダー「${name}」を削除しますか。`,
    documentsStay: '中の文書は残り、中のフォルダーは 1 つ上に移ります。元に戻すことはできません。',
    deleteFolderButton: 'フォルダーを削除',
  },
  done: {
    viewSaved: 'ビューを保存しました',
    filtersReplaced: 'フィルターを置き換えました',
    viewDeleted: 'ビューを削除しました',
    folderDeleted: 'フォルダーを削除しました',
  },
  picker: {
    title: counted({ other: '文書 # 件をフォルダーに追加' }),
    titleMove: counted({ other: '文書 # 件を別のフォルダーに移動' }),
    moveFolder: (name) => `「${name}」の移動先`,
    folder: 'フォルダー',
    search: 'フォルダーを検索',
    top: '最上位',
    noneYet: 'フォルダーはまだありません。',
    noOther: 'ほかのフォルダーはありません。',
    nothingFound: 'この名前のフォルダーはありません。',
    add: '追加',
    move: '移動',
  },
};
