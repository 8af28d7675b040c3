import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ja');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'アカウントとログイン',
    tooManyAttempts: '試行回数の超過',
    rejectedKeys: '拒否されたキー',
    rejectedOperations: '拒否された操作',
    limitsReached: '上限到達',
    requestFirewall: 'リクエストのファイアウォール',
    membersAndRoles: 'メンバーと役割',
    invitations: '招待',
    certificates: '証明書',
    certificateAuthorityKeys: '認証局の鍵',
    securityIncidents: 'セキュリティインシデント',
    trustAnchors: 'トラストアンカー',
    dataExports: 'データの書き出し',
    retention: '保存',
    userImports: 'メンバーの読み込み',
    critical: '重大',
    high: '高',
    medium: '中',
    low: '低',
  },
  securityEventsPage: {
    when: '日時',
    what: '内容',
    severity: '重大度',
    who: '行為者',
    timesWithinMinute: (summary: string, count: number) => `${summary}（1 分間に ${number(count)} 回）`,
    events: 'イベント',
    any: 'すべて',
    andHigher: (label) => `${label}以上`,
    onePerson: '特定の人',
    showAllPeople: 'すべての人を表示',
    showAllAddresses: 'すべてのアドレスを表示',
    securityEvents: 'セキュリティイベント',
    noMatches: '該当なし',
    noSecurityEventMatchesFilters: 'フィルターに一致するセキュリティイベントはありません。',
    olderEvents: '以前のイベント',
    signInsRejectedRequests:
      'ログイン、拒否されたリクエスト、メンバー・キー・権限の変更です。新しいイベントは自動的に表示されます。security.events の Webhook で自社のシステムに送信できます。',
    dataJsonLines: 'データ（JSON Lines）',
    timesThisDay: (summary: string, count: number) => `${summary}（この日に ${number(count)} 回）`,
    times: (when: string, count: number) => `${when}、${number(count)} 回`,
    showEach: '各時刻を表示',
  },
};
