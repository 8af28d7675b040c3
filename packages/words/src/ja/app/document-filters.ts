import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: '今日',
  'last-7-days': '過去 7 日間',
  'this-month': '今月',
  'last-month': '先月',
  'this-year': '今年',
};
const days = new Intl.DateTimeFormat('ja', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name) => `フィルター「${name}」を解除`,
  period: {
    filterByDate: '作成日で絞り込む',
    from: '開始日',
    to: '終了日',
    showThese: '適用',
    named: (period) => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: '所有者で絞り込む',
    nameOrAddress: '名前またはアドレス',
    noMember: 'この名前またはアドレスのメンバーはいません。',
    oneMember: '特定のメンバー',
  },
  recipient: {
    filterByRecipient: '受信者で絞り込む',
  },
  folder: {
    oneFolder: '特定のフォルダー',
  },
  template: {
    filterByTemplate: 'テンプレートで絞り込む',
    name: 'テンプレート名',
    noTemplate: 'この名前のテンプレートはありません。',
    oneTemplate: '特定のテンプレート',
  },
};
