/** The texts of the app for senders. A missing or unknown text in a language is a compile error. */
import type { Language } from '@countersign/contract/languages';
import type { api } from './en/app/api.ts';
import type { app } from './en/app/app.ts';
import type { common } from './en/app/common.ts';
import type { labels } from './en/app/labels.ts';
import type { ui } from './en/app/ui.ts';
import type { uiParts } from './en/app/ui-parts.ts';
import type { uploadFile } from './en/app/upload-file.ts';

/** A sentence with elements of the page, such as a link or a time. A translation may order them differently. */
export type Phrase<T> = readonly (string | T)[];

export type AppWords = {
  api: typeof api;
  app: typeof app;
  common: typeof common;
  labels: typeof labels;
  ui: typeof ui;
  uiParts: typeof uiParts;
  uploadFile: typeof uploadFile;
};

/** English is part of the app's code. Every other language is one file, which the browser loads before the app. */
export const APP_WORDS: Partial<Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ app: AppWords }>>>> = {};
