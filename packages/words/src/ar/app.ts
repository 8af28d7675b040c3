/**
 * The app in Arabic, loaded as one file.
 *
 * Glossary:
 *
 * - Address: أنت, masculine singular, as on the signing page. Buttons: verbal nouns. Every inserted value is isolated.
 * - document: مستند; draft: مسودة; template: قالب; package: حزمة; bulk send: إرسال جماعي
 * - sign: توقيع; signer: موقّع; recipient: مستلم; sender: مرسل; approve: اعتماد; viewer: يمكنه الاطلاع
 * - field: حقل; initials: أحرف أولى; tag: وسم; anchor text: نص الارتكاز; signature page: صفحة التوقيعات
 * - void: سحب; decline: رفض; remind: تذكير; forward: إحالة; expire: انتهاء المهلة; delete: حذف; erase: محو
 * - seal: ختم; time-stamp: ختم زمني; revision, version: إصدار; revoke: إلغاء; trust anchor: مرساة ثقة
 * - certificate of completion: شهادة الإتمام; audit trail: سجل التدقيق; audit log: سجل المؤسسة; entry: قيد
 * - checkpoint: نقطة تحقق; witness: شاهد; hash: بصمة; chain: سلسلة; evidence: أدلة
 * - webhook: webhook; endpoint: نقطة نهاية; receiver: مستقبِل; delivery: عملية تسليم; dead letter: رسالة مهملة
 * - API key: مفتاح API; scope: نطاق; request: طلب; sandbox: بيئة الاختبار; live: البيئة الفعلية; secret: سر
 * - organization: مؤسسة; member: عضو; owner: مالك; administrator: مسؤول; role: دور
 * - sign in: تسجيل الدخول; sign out: تسجيل الخروج; session: جلسة; password: كلمة المرور
 * - second factor: عامل ثانٍ; passkey: مفتاح مرور; authenticator app: تطبيق المصادقة; recovery code: رمز استرداد
 * - single sign-on: الدخول الموحّد; identity provider: موفّر الهوية; access code: رمز الوصول; domain: نطاق
 * - retention: مدة الحفظ; legal hold: حجز قانوني; records of processing: سجل أنشطة المعالجة
 * - sub-processor: معالج من الباطن; incident: حادث; notice: إخطار; severity: خطورة; authority: السلطة
 * - plan: خطة; invoice: فاتورة; billing: الفوترة; seat: مقعد; envelope: مظروف; storage: التخزين
 * - upload: رفع; download: تنزيل; settings: الإعدادات; trash: سلة المهملات; folder: مجلد; view: طريقة عرض
 */
import type { AppWords } from '../app.ts';
import { account } from './app/account.ts';
import { api } from './app/api.ts';
import { apiKeys } from './app/api-keys.ts';
import { app as theme } from './app/app.ts';
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
  app: theme,
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
