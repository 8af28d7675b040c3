/**
 * The app in Italian, loaded as one file.
 *
 * Glossary: document documento; sign firmare; signer firmatario; approve approvare; recipient destinatario; draft
 * bozza; template modello; package pacchetto (folder: cartella); bulk send invio in blocco; void ritirare; decline
 * rifiutare; forward passare; remind inviare un promemoria; expire scadere; extend expiry prorogare la scadenza;
 * completed completato; seal sigillare, sigillo; certificate of completion certificato di completamento; audit trail
 * registro di controllo; audit log registro di audit; checkpoint punto di controllo; witness testimone; webhook
 * webhook; delivery consegna; dead letter consegna abbandonata; API key chiave API; scope autorizzazione; sandbox
 * sandbox; live produzione; organization organizzazione; owner proprietario; admin amministratore; member membro;
 * second factor secondo fattore; passkey passkey; recovery code codice di recupero; single sign-on single sign-on;
 * identity provider provider di identità; retention conservazione; legal hold blocco legale; plan piano; invoice
 * fattura; envelope busta; time-stamp marca temporale; revision versione; field campo; initials sigla; label
 * etichetta; tag tag; upload caricare; trash cestino; timeline cronologia; settings impostazioni; transfer trasferire;
 * operator gestore; incident incidente; notice to the authority notifica all’autorità.
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
