import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('ja');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: '実行中',
    notVerified: '未検証',
    missing: '見つかりません',
    beingVerified: '検証中',
    verified: '検証済み',
    damaged: '破損',
    manual: '手動',
    bySchedule: '定期',
    byCommand: 'コマンドライン',
    noLongerInBackupStorage: 'バックアップは保存先にもうありません。',
    storedFilesMissingOrDamaged: counted({
      other:
        'バックアップ時に、保存ファイル # 個が見つからないか破損していました。それ以外はすべてバックアップに含まれます。',
    }),
    rows: counted({ other: '# 行' }),
    files: counted({ other: '# ファイル' }),
    backupDeleted: 'バックアップを削除しました',
    verify: '検証',
    deleteBackup: 'このバックアップを削除しますか。',
    cannotUndo:
      '元に戻すことはできません。このバックアップにしかないファイルは失われます。ほかのバックアップに影響はありません。',
    tableOf: (done, total) => `テーブル ${number(done)} / ${number(total)}`,
    fileOf: (done, total) => `ファイル ${number(done)} / ${number(total)}`,
    tablesCopied: 'コピー済みのテーブル',
    filesCopied: 'コピー済みのファイル',
    backup: 'バックアップ',
    contents: '内容',
    backupStarted: 'バックアップを開始しました',
    peopleCanKeepWorking: '作業はそのまま続けられます。',
    backupCreatedAndVerifiedEvery: (at) => `毎日 ${at} UTC にバックアップを作成し、検証します。`,
    noBackupSchedule: 'バックアップの予定がありません。',
    location: (when, place) => `${when}保存先：${place}。`,
    databaseAndFilesOfWhole: 'サーバー全体のデータベースとファイル。暗号化されています。',
    backUpNow: '今すぐバックアップ',
    noBackupsYet: 'バックアップはまだありません',
    createBackupToSee: 'バックアップを作成すると、進行状況とともにここに表示されます。',
  },
};
