import type { FaultSentences } from '../../fault-sentences.ts';

export const faults: FaultSentences = {
  required: 'この項目は必須です。',
  empty: 'この項目は空にできません。',
  too_short: '{limit} 文字以上で入力してください。',
  too_long: '{limit} 文字以内で入力してください。',
  too_few: '{limit} 件以上が必要です。',
  too_many: '{limit} 件以内にしてください。',
  below_minimum: '許可される最小値は {limit} です。',
  above_maximum: '許可される最大値は {limit} です。',
  email: 'name@example.com のようなメールアドレスを入力してください。',
  date: '有効な日付を入力してください。',
  datetime: '有効な日時を入力してください。',
  password_too_short: 'パスワードは {limit} 文字以上にしてください。',
  password_too_common:
    'よく使われるパスワードでできているため、推測されやすいパスワードです。代わりに、関連のない 4 つの単語を使ってください。',
  password_contains_context:
    '名前、メールアドレス、組織、またはこのサービスの名前が含まれているため、推測されやすいパスワードです。代わりに、関連のない 4 つの単語を使ってください。',
  password_required: '登録に使用したブラウザーではないため、パスワードを入力してください。',
  code_required: '認証アプリのコードまたはリカバリーコードを入力してください。',
  another_address: '招待の送信先のアドレスを入力してください。',
  no_such_member: 'この組織の別の有効なメンバーを選択してください。',
  not_an_administrator: 'API キーを引き継げるのは管理者だけです。',
  invalid_url: 'https:// で始まる完全なアドレスを入力してください。',
  insecure_url: 'アドレスは https:// で始まる必要があります。',
  unknown_host: 'アドレスのホスト名が DNS で見つかりません。',
  private_address: 'アドレスは公開されている必要があり、ローカルネットワーク内のものは使用できません。',
  empty_file: 'ファイルは空です。',
  not_a_pdf: 'ファイルは PDF ではありません。',
  wrong_password: 'このパスワードではファイルを開けません。',
};
