/**
 * The app in Polish, loaded as one file.
 *
 * Glossary:
 *
 * - Address: Ty (Twój, Ci with a capital), as on the signing page; no past tense that shows a gender.
 * - document: dokument; draft: szkic; template: szablon; package: pakiet; bulk send: wysyłka seryjna
 * - sign: podpisać; signer: podpisujący; recipient: odbiorca; sender: nadawca; approve: zatwierdzić
 * - field: pole; initials: parafa; tag (label): etykieta; tag (in a PDF): tag; viewer: może przeglądać
 * - void: wycofać; decline: odmówić; remind: przypomnieć; forward: przekazać; expire: wygasnąć; expiry: termin
 * - seal: pieczęć; time-stamp: znacznik czasu; revision: wersja; revoke: unieważnić; trust anchor: kotwica zaufania
 * - certificate of completion: certyfikat ukończenia; audit trail: ślad audytu; audit log: dziennik audytu
 * - checkpoint: punkt kontrolny; witness: świadek; cosign: kontrasygnować; hash: skrót; hash chain: łańcuch skrótów
 * - webhook: webhook; endpoint: endpoint; receiver: odbiornik; delivery: doręczenie
 * - dead letter: porzucone doręczenie; discard: odrzucić; event: zdarzenie; secret: sekret; payload: dane
 * - API key: klucz API; scope: zakres; request: żądanie; sandbox: środowisko testowe; live: środowisko produkcyjne
 * - organization: organizacja; member: członek; owner: właściciel; administrator: administrator; role: rola
 * - sign in: zalogować się; sign-in: logowanie; sign out: wylogować; session: sesja; password: hasło
 * - second factor: drugi składnik; passkey: klucz dostępu; authenticator app: aplikacja uwierzytelniająca
 * - recovery code: kod odzyskiwania; single sign-on: logowanie jednokrotne; identity provider: dostawca tożsamości
 * - retention: przechowywanie; legal hold: blokada prawna; records of processing: rejestr czynności przetwarzania
 * - sub-processor: dalszy podmiot przetwarzający; incident: incydent; notice: zgłoszenie; severity: waga
 * - plan: plan; invoice: faktura; billing: rozliczenia; seat: miejsce; envelope: koperta; storage: pamięć
 * - upload: przesłać; download: pobrać; settings: ustawienia; trash: kosz; folder: folder; view: widok
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
