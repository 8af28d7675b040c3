/**
 * The app in Japanese, loaded as one file.
 *
 * Glossary:
 * - document: 文書; file: ファイル; field: 項目; initials: イニシャル; tag: タグ (tag in a PDF: 項目タグ); title: 件名
 * - sign: 署名する; signer: 署名者; recipient: 受信者; approver: 承認者; role: 役割
 * - draft: 下書き; template: テンプレート; package: パッケージ; bulk send: 一括送信; envelopes: 送信数
 * - void: 取り下げる; decline: 辞退する; remind, reminder: リマインダー; expire: 期限切れ; extend: 期限を延長
 * - seal: 封印する; seal of an organization: 電子印; time-stamp: タイムスタンプ; certificate of completion: 完了証明書
 * - revision, version: 版 (of a template: バージョン); verify: 検証する; evidence: 証拠
 * - audit trail: 監査証跡; audit log: 監査ログ; entry: 記録; timeline: タイムライン
 * - checkpoint: チェックポイント; witness: ウィットネス; cosign: 連署する; trust anchor: トラストアンカー
 * - webhook: Webhook; endpoint: エンドポイント; delivery: 配信; dead letter: 配信不能; event: イベント
 * - API key: API キー; request: リクエスト; scope: スコープ; revoke: 失効; sandbox: テスト環境; live: 本番環境
 * - organization: 組織; member: メンバー; owner: オーナー (of a document: 所有者); admin: 管理者; seat: シート
 * - sign in: ログイン; single sign-on: シングルサインオン; identity provider: ID プロバイダー; domain: ドメイン
 * - second factor: 第二要素; passkey: パスキー; authenticator app: 認証アプリ; recovery code: リカバリーコード
 * - recipient authentication: 本人確認; access code: アクセスコード; in person: 対面
 * - retention: 保存 (period: 保存期間); legal hold: リーガルホールド (設定, 解除); delete: 削除; erase: 消去
 * - plan: プラン; invoice: 請求書; export: 書き出し; import: 読み込み; backup: バックアップ; settings: 設定
 */
import type { AppWords } from '../app.ts';
import { account } from './app/account.ts';
import { api } from './app/api.ts';
import { apiKeys } from './app/api-keys.ts';
import { app as theApp } from './app/app.ts';
import { auditLog } from './app/audit-log.ts';
import { backups } from './app/backups.ts';
import { billing } from './app/billing.ts';
import { bulkSend } from './app/bulk-send.ts';
import { commands } from './app/commands.ts';
import { common } from './app/common.ts';
import { dataExport } from './app/data-export.ts';
import { document } from './app/document.ts';
import { documentBulk } from './app/document-bulk.ts';
import { documentFilters } from './app/document-filters.ts';
import { documentPlaces } from './app/document-places.ts';
import { documentTags } from './app/document-tags.ts';
import { documents } from './app/documents.ts';
import { errorCodes } from './app/error-codes.ts';
import { faults } from './app/faults.ts';
import { frame } from './app/frame.ts';
import { frameMenus } from './app/frame-menus.ts';
import { home } from './app/home.ts';
import { inPerson } from './app/in-person.ts';
import { incidents } from './app/incidents.ts';
import { labels } from './app/labels.ts';
import { mailbox } from './app/mailbox.ts';
import { members } from './app/members.ts';
import { organization } from './app/organization.ts';
import { packages } from './app/packages.ts';
import { profile } from './app/profile.ts';
import { register } from './app/register.ts';
import { retention } from './app/retention.ts';
import { security } from './app/security.ts';
import { securityEvents } from './app/security-events.ts';
import { send } from './app/send.ts';
import { singleSignOn } from './app/single-sign-on.ts';
import { statistics } from './app/statistics.ts';
import { system } from './app/system.ts';
import { templates } from './app/templates.ts';
import { ui } from './app/ui.ts';
import { uiParts } from './app/ui-parts.ts';
import { upload } from './app/upload.ts';
import { uploadDialogs } from './app/upload-dialogs.ts';
import { uploadFile } from './app/upload-file.ts';
import { webhooks } from './app/webhooks.ts';

export const app: AppWords = {
  account,
  api,
  apiKeys,
  app: theApp,
  auditLog,
  backups,
  billing,
  bulkSend,
  commands,
  common,
  dataExport,
  document,
  documentBulk,
  documentFilters,
  documentPlaces,
  documentTags,
  documents,
  errorCodes,
  faults,
  frame,
  frameMenus,
  home,
  inPerson,
  incidents,
  labels,
  mailbox,
  members,
  organization,
  packages,
  profile,
  register,
  retention,
  security,
  securityEvents,
  send,
  singleSignOn,
  statistics,
  system,
  templates,
  ui,
  uiParts,
  upload,
  uploadDialogs,
  uploadFile,
  webhooks,
};
