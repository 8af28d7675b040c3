import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('ja');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'しばらくしてから',
    inSeconds: (seconds) => `${number(seconds)} 秒後に`,
    inMinutes: (minutes) => `${number(minutes)} 分後に`,
    serverCannotBeReached: 'サーバーに接続できません',
    connectionOrServerDown:
      '接続またはサーバーに問題があります。入力した内容は残っています。しばらくしてからもう一度お試しください。',
    noAnswer: 'サーバーから応答がありません',
    outcomeUnknown:
      '接続が切れたため、変更が保存されたかどうか分かりません。ページを再読み込みして確認し、変更が反映されていなければもう一度お試しください。',
    signedOut: 'ログアウトしています',
    sessionEnded: 'セッションが終了しました。続けるには、もう一度ログインしてください。',
    doNotHavePermission: '権限がありません',
    notFound: '見つかりません',
    mayHaveBeenDeleted: (sentence) => `${sentence} 削除されたか、別の組織のものである可能性があります。`,
    somethingNeedsCorrecting: '入力内容をご確認ください',
    tooManyAttempts: '試行回数が多すぎます',
    enteredWrongValueTooOften: (inSeconds) => `誤った値が何度も入力されました。${inSeconds}もう一度お試しください。`,
    notPartOfPlan: 'プランに含まれていません',
    linkNoLongerWorks: 'このリンクはもう使えません',
    tooManyRequests: 'リクエストが多すぎます',
    nothingChanged: (inSeconds) => `何も変更されていません。${inSeconds}もう一度お試しください。`,
    temporarilyUnavailable: '一時的に利用できません',
    tryAgain: (sentence, inSeconds) => `${sentence} ${inSeconds}もう一度お試しください。`,
    somethingWentWrongOnServer: 'サーバーで問題が発生しました',
    savedDataSafe:
      '保存済みのデータは安全です。もう一度お試しください。再び起きる場合は、リクエスト ID を管理者にお伝えください。',
    didNotWork: '操作に失敗しました',
    canceledOrTookTooLong:
      '要求がキャンセルされたか、時間がかかりすぎました。もう一度試すか、別の方法をお使いください。',
    canceled: '要求がキャンセルされました。もう一度試すか、別の方法をお使いください。',
    deviceOrPasswordManagerAlready:
      'この端末またはパスワードマネージャーには、すでにこのアカウントのパスキーがあります。',
    passkeysDoNotWork: 'このアドレスではパスキーを使えません。ホスト名を使い、HTTPS で Countersign を開いてください。',
    browserOrDeviceCannotCreate: 'このブラウザーまたは端末では、適切なパスキーを作成できません。',
    passkeyNotUsed: 'パスキーは使われませんでした',
    pageHasProblem: 'このページで問題が発生しました',
    documentsSafeOnServer:
      '文書はサーバーに安全に保存されています。ページを再読み込みしてください。保存していない変更は、もう一度入力が必要な場合があります。',
  },
};
