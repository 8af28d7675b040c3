/**
 * The app in Dutch, loaded as one file.
 *
 * Glossary: document document; sign ondertekenen; signature handtekening; signer ondertekenaar; approve goedkeuren;
 * recipient ontvanger; draft concept; template sjabloon; package pakket; bulk send bulkverzending; void intrekken;
 * decline weigeren; forward doorgeven; remind herinneren; expire verlopen; extend expiry termijn verlengen; completed
 * afgerond; seal verzegelen, zegel; certificate of completion certificaat van voltooiing; audit trail auditspoor; audit
 * log logboek; entry regel; checkpoint controlepunt; witness getuige; webhook webhook; delivery levering; dead letter
 * onbestelbare levering; API key API-sleutel; scope recht; sandbox sandbox; organization organisatie; owner eigenaar;
 * admin beheerder; operator serverbeheerder; member lid; second factor tweede factor; passkey passkey; single sign-on
 * single sign-on; identity provider inlogdienst; retention bewaren; retention period bewaartermijn; legal hold
 * verwijderblokkade; plan abonnement; invoice factuur; time-stamp tijdstempel; revision versie; field veld; initials
 * paraaf; trash prullenbak; timeline tijdlijn; folder map; view weergave; transfer overdragen; revoke intrekken.
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
