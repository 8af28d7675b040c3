/**
 * The app in Hebrew, loaded as one file.
 *
 * Glossary: document מסמך; sign לחתום; signer חותם; approve לאשר; recipient נמען; draft טיוטה; template תבנית; package
 * חבילה (folder: תיקייה); bulk send שליחה מרוכזת; void, cancel, revoke ביטול; decline סירוב; forward להעביר; remind
 * לשלוח תזכורת; expire פג תוקף; extend expiry הארכת המועד; completed הושלם; seal חותם; certificate of completion אישור
 * השלמה; certificate תעודה; audit trail יומן הביקורת של המסמך; audit log יומן הביקורת; checkpoint נקודת ביקורת;
 * witness עד; webhook webhook; delivery מסירה; receiver מקבל; dead letter מסירה שנכשלה סופית; API key מפתח API; scope
 * הרשאה; sandbox סביבת בדיקה; live סביבת אמת; organization ארגון; owner בעלים; admin מנהל; member חבר; second factor
 * גורם אימות שני; passkey מפתח כניסה; recovery code קוד שחזור; single sign-on כניסה דרך הארגון (SSO); identity
 * provider שירות כניסה; session התחברות (in person: מפגש); retention שמירה; legal hold הקפאה משפטית; plan תוכנית;
 * invoice חשבונית; envelope מעטפה; time-stamp חותמת זמן; revision גרסה; field שדה; initials ראשי תיבות; label תווית;
 * tag תגית, text tag תג; upload העלאה; trash סל המחזור; timeline ציר זמן; settings הגדרות; transfer העברה; operator
 * מפעיל; incident אירוע אבטחה; notice to the authority הודעה לרשות.
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
