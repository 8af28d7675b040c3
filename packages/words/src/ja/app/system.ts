import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const system: AppWords['system'] = {
  systemPage: {
    ok: '正常',
    warning: '警告',
    actionNeeded: '対応が必要',
    everythingInOrder: 'すべて正常です。',
    ofToLookAt: (open, checksCount) => `${number(checksCount)} 件のチェックのうち ${number(open)} 件で対応が必要です。`,
    system: 'システム',
    checksForProductionReadiness: '本番運用の準備とセキュリティのチェックです。30 秒ごとに更新されます。',
    checkNow: '今すぐチェック',
    productionReadiness: '本番運用の準備',
    checksMustPassBeforePeople: 'このサーバーを本番で使う前に、合格が必要なチェックです。',
    security: 'セキュリティ',
    agesOfKeysAndCertificates: '鍵と証明書の経過期間、弱い設定、第二要素のないユーザー。',
    thisServer: 'このサーバー',
    version: 'バージョン',
    started: '起動日時',
    database: 'データベース',
    postgresql: 'PostgreSQL',
    schema: 'スキーマ',
    passed: counted({ other: '# 件のチェックに合格' }),
  },
};
