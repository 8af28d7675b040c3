import type { AppWords } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'サーバーが混み合っています。',
    missingDataLoadsAutomatically: '表示されていないデータは自動的に読み込まれます。',
    noConnection: '接続がありません。',
    pageContinuesWhenBackOnline: 'オンラインに戻ると、ページは自動的に続きます。',
    serverCannotBeReached: 'サーバーに接続できません。',
    pageContinuesWhenServerAnswers: 'サーバーが応答すると、ページは自動的に続きます。',
    inputKept: (title, todo) => [title, '入力した内容は残っています。', todo],
  },
  navigation: {
    home: 'ホーム',
    inPerson: '対面署名',
    myStatistics: '自分の統計',
    statistics: '統計',
    mailbox: 'メールボックス',
    settings: '設定',
    menu: 'メニュー',
  },
  topBar: {
    countersignHome: 'Countersign、ホーム',
    main: 'メイン',
    searchAndCommands: '検索とコマンド',
  },
  frame: {
    skipToContent: '本文へ移動',
  },
  notFound: {
    pageNotFound: 'ページが見つかりません',
    nothingAtAddress: 'このアドレスには何もありません',
    linkMayBeOutdated: 'リンクが古いか、途中で切れている可能性があります。文書は安全です。',
  },
};
