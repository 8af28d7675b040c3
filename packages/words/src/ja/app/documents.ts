import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const documents: AppWords['documents'] = {
  list: {
    drafts: '下書き',
    trash: 'ごみ箱',
    newer: '新しい文書',
    older: '以前の文書',
  },
  nextStep: {
    andMore: (name, othersCount) => `${name}、ほか ${number(othersCount)} 人`,
    notSentYet: '未送信',
    sendsOn: (time) => `送信予定：${time}`,
    waitingFor: (named) => `署名待ち：${named}`,
    waitingForSignatures: '署名待ち',
    declinedBy: (named) => `辞退：${named}`,
    didNotSignInTime: (named) => `期限までに署名なし：${named}`,
    notSignedInTime: '期限までに署名なし',
  },
  documentTable: {
    onlyDocumentsTagged: (tag) => `タグ「${tag}」の文書のみ`,
    inTrashSince: (time) => ['ごみ箱に移動：', time],
    select: (title) => `${title} を選択`,
    selectAllOnPage: 'このページの文書をすべて選択',
    expires: '期限',
    updated: '更新',
  },
  searchBox: {
    searchTitlesAndRecipients: '件名と受信者を検索',
  },
  documentsPage: {
    nothingLeftOnPage: 'このページに文書はありません',
    documentsOnPageMoved: '文書は別のページまたは一覧に移動しました。',
    goToFirstPage: '最初のページへ',
    trashEmpty: 'ごみ箱は空です',
    deletedDocumentsStayForThirty:
      '削除した文書は 30 日間ここに残ります。完了した文書は、保存期間が終わるまで保存されます。',
    showAllDocuments: 'すべての文書を表示',
    nothingMatches: ({ search, status, tag, isLimited }) => {
      const under = status === undefined ? '' : `状態が「${status}」`;
      const tagged = tag === undefined ? '' : `タグ「${tag}」の付いた`;
      const which = under !== '' && tagged !== '' ? `${under}で${tagged}` : under === '' ? tagged : `${under}の`;
      if (isLimited) return 'すべてのフィルターに一致する文書はありません。フィルターを減らしてください。';
      if (search === undefined) return `${which}文書はありません。`;
      const archived = status === undefined ? 'アーカイブ済みの文書は検索していません。' : '';
      return `件名または受信者に「${search}」を含む${which}文書はありません。${archived}`;
    },
    sendFirstDocument: '最初の文書を送信しましょう',
    dropPdfAnywhereInWindow:
      'このウィンドウに PDF をドロップするか、選択してください。受信者を追加すれば、あとはお任せください。署名はすべて検証できます。',
    loadingDocuments: '文書を読み込んでいます',
    pagesOfList: '一覧のページ',
    documents: counted({ other: '文書 # 件' }),
    moreDocuments: (total) => `${number(total)} 件以上の文書`,
    count: ({ total, totalIsExact }) => (totalIsExact ? number(total) : `${number(total)}+`),
    documentsOfStatus: 'この状態の文書',
  },
};
