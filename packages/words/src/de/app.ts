/**
 * The app in German, loaded as one file.
 *
 * Glossary: document Dokument; sign unterschreiben (digital signature: Signatur); signer Unterzeichner; approve
 * freigeben; recipient Empfänger; draft Entwurf; template Vorlage; package Paket; bulk send Serienversand; void
 * zurückziehen; decline ablehnen; forward weitergeben; remind erinnern; expire ablaufen; extend expiry Frist
 * verlängern; seal versiegeln, Siegel; certificate of completion Abschlusszertifikat; audit trail Prüfpfad; audit log
 * Protokoll; checkpoint Prüfpunkt; witness Zeuge; webhook Webhook; delivery Zustellung; dead letter unzustellbare
 * Nachricht; API key API-Schlüssel; scope Berechtigung; sandbox Sandbox; organization Organisation; owner Inhaber;
 * admin Administrator; member Mitglied; second factor zweiter Faktor; passkey Passkey; single sign-on Single Sign-on;
 * identity provider Anmeldedienst; retention Aufbewahrung; retention period Aufbewahrungsfrist; legal hold
 * Löschsperre; plan Tarif; invoice Rechnung; time-stamp Zeitstempel; revision Fassung; field Feld; initials Kürzel;
 * trash Papierkorb; timeline Verlauf; incident Vorfall; transfer übertragen; reject abweisen; optional freiwillig.
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
