/**
 * The app in Portuguese, loaded as one file.
 *
 * Glossary:
 *
 * - Address: você. Spelling: Brazilian.
 * - document: documento; draft: rascunho; template: modelo; package: pacote; bulk send: envio em massa
 * - sign: assinar; signer: signatário; recipient: destinatário; sender: remetente; approve: aprovar; viewer: pode ver
 * - field: campo; initials: rubrica; tag (label): etiqueta; tag (in a PDF): marcação; anchor text: texto de ancoragem
 * - void: retirar; decline: recusar; remind: lembrar; forward: passar; expire: expirar; expiry: prazo; delete: excluir
 * - seal: selo; time-stamp: carimbo do tempo; revision: versão; revoke: revogar; trust anchor: âncora de confiança
 * - certificate of completion: certificado de conclusão; audit trail: registro de auditoria; audit log: log de auditoria
 * - checkpoint: ponto de controle; witness: testemunha; evidence: provas; hash chain: cadeia de hashes
 * - webhook: webhook; endpoint: endpoint; receiver: receptor; delivery: entrega; dead letter: mensagem morta
 * - API key: chave de API; scope: escopo; request: solicitação; sandbox: ambiente de teste; live: produção
 * - organization: organização; member: membro; owner: proprietário; administrator: administrador; role: função
 * - sign in: entrar; sign-in: entrada; sign out: sair, encerrar a sessão; session: sessão; password: senha
 * - second factor: segundo fator; passkey: chave de acesso; authenticator app: aplicativo autenticador
 * - recovery code: código de recuperação; single sign-on: login único; identity provider: provedor de identidade
 * - retention: retenção; legal hold: bloqueio legal; records of processing: registros de tratamento
 * - sub-processor: suboperador; incident: incidente; notice: notificação
 * - plan: plano; invoice: fatura; billing: cobrança; seat: lugar; envelope: envelope; storage: armazenamento
 * - upload: carregar; download: baixar; settings: configurações; trash: lixeira; folder: pasta; view: visualização
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
