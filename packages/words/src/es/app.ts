/**
 * The app in Spanish, loaded as one file.
 *
 * Glossary:
 * - document: documento; file: archivo; field: campo; initials: iniciales; tag: etiqueta (tag in a PDF: etiqueta de campo)
 * - sign: firmar; signer: firmante; recipient: destinatario; approver: aprobador; role: función
 * - draft: borrador; template: plantilla; package: paquete; bulk send: envío masivo; envelope: sobre
 * - void: retirar; decline: rechazar (la firma); remind: enviar un recordatorio; expire: caducar; extend: ampliar el plazo
 * - seal: sellar, sello; time-stamp: sello de tiempo; certificate of completion: certificado de finalización
 * - revision, version: versión; verify, check: comprobar (a domain: verificar); evidence: pruebas
 * - audit trail (document), audit log (organization): registro de auditoría; entry: entrada; timeline: cronología
 * - checkpoint: punto de control; witness: testigo; cosign: cofirmar; trust anchor: ancla de confianza
 * - webhook: webhook; endpoint: punto de conexión; delivery: entrega; dead letter: entrega fallida; event: evento
 * - API key: clave de API; request: solicitud; scope: permiso; sandbox: entorno de pruebas; live: producción
 * - organization: organización; member: miembro; owner: propietario; admin: administrador; seat: plaza
 * - sign in, sign out: iniciar sesión, cerrar sesión; single sign-on: inicio de sesión único; domain: dominio
 * - second factor: segundo factor; passkey: llave de acceso; authenticator app: aplicación de autenticación
 * - recipient authentication: autenticación; access code: código de acceso; in person: presencial
 * - retention: conservación; legal hold: retención legal (establecer, levantar); delete: eliminar; erase: borrar
 * - plan: plan; invoice: factura; storage: almacenamiento; backup: copia de seguridad; settings: Configuración, ajustes
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
