import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: (requestId) => ['リクエスト ID：', requestId],
    tryAgain: 'もう一度試す',
  },
  pageTitle: {
    countersign: (title) => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: '未招待',
    invited: '招待済み',
    getsCopy: '控えを受領',
    notInvited: '招待なし',
    didNotSignInTime: '期限までに署名なし',
    opened: '閲覧済み',
    wasOpened: '閲覧済み、署名は不要に',
    wasInvited: '招待済み、署名は不要に',
  },
  initials: {
    noSignersYet: '署名者はまだいません',
    of: (signed, countedCount) => `${number(signed)} / ${number(countedCount)}`,
  },
  time: {
    justNow: 'たった今',
    minAgo: (age) => `${number(age)} 分前`,
    today: (clock) => `今日 ${clock}`,
    yesterday: (clock) => `昨日 ${clock}`,
    inDays: counted({ other: '# 日後' }),
    daysAgo: counted({ other: '# 日前' }),
    tomorrow: '明日',
    todayAlone: '今日',
  },
  toast: {
    requestId: (detail, requestId) => `${detail} リクエスト ID：${requestId}`,
  },
};
