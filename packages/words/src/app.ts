/** The text of the senders' app. If a language lacks an entry or has an unknown entry, compilation fails. */
import type { Language } from '@countersign/contract/languages';
import type { account } from './en/app/account.ts';
import type { api } from './en/app/api.ts';
import type { apiKeys } from './en/app/api-keys.ts';
import type { app } from './en/app/app.ts';
import type { auditLog } from './en/app/audit-log.ts';
import type { backups } from './en/app/backups.ts';
import type { billing } from './en/app/billing.ts';
import type { bulkSend } from './en/app/bulk-send.ts';
import type { commands } from './en/app/commands.ts';
import type { common } from './en/app/common.ts';
import type { dataExport } from './en/app/data-export.ts';
import type { document } from './en/app/document.ts';
import type { documentBulk } from './en/app/document-bulk.ts';
import type { documentFilters } from './en/app/document-filters.ts';
import type { documentPlaces } from './en/app/document-places.ts';
import type { documentTags } from './en/app/document-tags.ts';
import type { documents } from './en/app/documents.ts';
import type { ErrorSentences } from './error-sentences.ts';
import type { FaultSentences } from './fault-sentences.ts';
import type { frame } from './en/app/frame.ts';
import type { frameMenus } from './en/app/frame-menus.ts';
import type { home } from './en/app/home.ts';
import type { inPerson } from './en/app/in-person.ts';
import type { incidents } from './en/app/incidents.ts';
import type { labels } from './en/app/labels.ts';
import type { mailbox } from './en/app/mailbox.ts';
import type { members } from './en/app/members.ts';
import type { organization } from './en/app/organization.ts';
import type { packages } from './en/app/packages.ts';
import type { profile } from './en/app/profile.ts';
import type { register } from './en/app/register.ts';
import type { retention } from './en/app/retention.ts';
import type { security } from './en/app/security.ts';
import type { securityEvents } from './en/app/security-events.ts';
import type { send } from './en/app/send.ts';
import type { singleSignOn } from './en/app/single-sign-on.ts';
import type { statistics } from './en/app/statistics.ts';
import type { system } from './en/app/system.ts';
import type { templates } from './en/app/templates.ts';
import type { ui } from './en/app/ui.ts';
import type { uiParts } from './en/app/ui-parts.ts';
import type { upload } from './en/app/upload.ts';
import type { uploadDialogs } from './en/app/upload-dialogs.ts';
import type { uploadFile } from './en/app/upload-file.ts';
import type { webhooks } from './en/app/webhooks.ts';

/** A sentence that contains page elements, such as a link or a time. Translations may reorder the elements. */
export type Phrase<T> = readonly (string | T)[];

export type AppWords = {
  account: typeof account;
  api: typeof api;
  apiKeys: typeof apiKeys;
  app: typeof app;
  auditLog: typeof auditLog;
  backups: typeof backups;
  billing: typeof billing;
  bulkSend: typeof bulkSend;
  commands: typeof commands;
  common: typeof common;
  dataExport: typeof dataExport;
  document: typeof document;
  documentBulk: typeof documentBulk;
  documentFilters: typeof documentFilters;
  documentPlaces: typeof documentPlaces;
  documentTags: typeof documentTags;
  documents: typeof documents;
  errorCodes: ErrorSentences;
  faults: FaultSentences;
  frame: typeof frame;
  frameMenus: typeof frameMenus;
  home: typeof home;
  inPerson: typeof inPerson;
  incidents: typeof incidents;
  labels: typeof labels;
  mailbox: typeof mailbox;
  members: typeof members;
  organization: typeof organization;
  packages: typeof packages;
  profile: typeof profile;
  register: typeof register;
  retention: typeof retention;
  security: typeof security;
  securityEvents: typeof securityEvents;
  send: typeof send;
  singleSignOn: typeof singleSignOn;
  statistics: typeof statistics;
  system: typeof system;
  templates: typeof templates;
  ui: typeof ui;
  uiParts: typeof uiParts;
  upload: typeof upload;
  uploadDialogs: typeof uploadDialogs;
  uploadFile: typeof uploadFile;
  webhooks: typeof webhooks;
};

/**
 * English is part of the app's code. Every other language is a separate file, which the browser loads before the app.
 */
export const APP_WORDS: Partial<Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ app: AppWords }>>>> = {
  ar: () => import('./ar/app.ts'),
  de: () => import('./de/app.ts'),
  es: () => import('./es/app.ts'),
  fr: () => import('./fr/app.ts'),
  he: () => import('./he/app.ts'),
  hi: () => import('./hi/app.ts'),
  it: () => import('./it/app.ts'),
  ja: () => import('./ja/app.ts'),
  nl: () => import('./nl/app.ts'),
  pl: () => import('./pl/app.ts'),
  pt: () => import('./pt/app.ts'),
};
