/**
 * The app in Hindi, loaded as one file.
 *
 * Glossary:
 *
 * - Address: आप, with verbs in the plural. Buttons: करें, हटाएँ, भेजें. Digits and quotes: 1, “…”.
 * - document: दस्तावेज़; draft: ड्राफ़्ट; template: टेम्पलेट; package: पैकेज; bulk send: सामूहिक प्रेषण
 * - sign: हस्ताक्षर करना; signer: हस्ताक्षरकर्ता; recipient: प्राप्तकर्ता; sender: प्रेषक; approve: अनुमोदन करना
 * - page (of a document): पृष्ठ; page (of the app): पेज; field: फ़ील्ड; initials: आद्याक्षर; tag: टैग
 * - void: वापस लेना; decline: मना करना, status अस्वीकृत; remind, reminder: अनुस्मारक; forward: सौंपना
 * - expire: अवधि समाप्त होना; last day: अंतिम तिथि; complete: पूर्ण; archive: अभिलेखित करना; trash: ट्रैश
 * - delete, remove: हटाना; revoke: निरस्त करना; restore: बहाल करना; undo: पूर्ववत करना; transfer: सौंपना
 * - seal: मुहर; time-stamp: समय-मुहर; revision: संशोधन; certificate: प्रमाणपत्र; trust anchor: ट्रस्ट एंकर
 * - certificate of completion: पूर्णता प्रमाणपत्र; audit trail: ऑडिट ट्रेल; audit log: ऑडिट लॉग; evidence: प्रमाण
 * - checkpoint: चेकपॉइंट; witness: साक्षी; hash chain: हैश शृंखला; entry: प्रविष्टि; verify: जाँचना
 * - webhook: वेबहुक; event: इवेंट; delivery: डिलीवरी; receiver: रिसीवर; dead letter: डेड लेटर; secret: सीक्रेट
 * - API key: API कुंजी; scope: स्कोप; request: अनुरोध; sandbox: सैंडबॉक्स; live: लाइव
 * - organization: संगठन; member: सदस्य; owner: स्वामी; administrator: व्यवस्थापक; operator: संचालक; role: भूमिका
 * - sign in: साइन इन करना; session: सत्र; access: एक्सेस; second factor: दूसरा कारक; passkey: पासकी
 * - authenticator app: प्रमाणक ऐप; recovery code: रिकवरी कोड; single sign-on: सिंगल साइन-ऑन
 * - identity provider: पहचान प्रदाता; invitation: आमंत्रण; suspend: निलंबित करना; deactivate: निष्क्रिय करना
 * - retention: संग्रहण; retention period: संग्रहण अवधि; legal hold: कानूनी रोक; storage: संग्रहण स्थान
 * - records of processing: प्रसंस्करण के अभिलेख; sub-processor: उप-प्रोसेसर; incident: घटना; notice: सूचना
 * - plan: प्लान; invoice: इनवॉइस; billing: बिलिंग; seat: सीट; envelope: लिफ़ाफ़ा; subscription: सदस्यता
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
