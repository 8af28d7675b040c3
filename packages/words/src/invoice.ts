/** The text of invoices. Plan names are not translated. */
import type { Language } from '@countersign/contract/languages';
import { invoice as ar } from './ar/invoice.ts';
import { invoice as de } from './de/invoice.ts';
import { invoice as en } from './en/invoice.ts';
import { invoice as es } from './es/invoice.ts';
import { invoice as fr } from './fr/invoice.ts';
import { invoice as he } from './he/invoice.ts';
import { invoice as hi } from './hi/invoice.ts';
import { invoice as it } from './it/invoice.ts';
import { invoice as ja } from './ja/invoice.ts';
import { invoice as nl } from './nl/invoice.ts';
import { invoice as pl } from './pl/invoice.ts';
import { invoice as pt } from './pt/invoice.ts';

export type InvoiceWords = {
  invoice: string;
  issued: string;
  from: string;
  to: string;
  items: string;
  monthly: string;
  yearly: string;
  credit: string;
  net: string;
  vat: string;
  vatId: string;
  total: string;
  /** Directive 2006/112/EC, Article 226 (11a) prescribes this wording in each EU language. */
  reverseCharge: string;
  continued: string;
  page: (page: number, pages: number) => string;
};

export const INVOICE_WORDS: Readonly<Record<Language, InvoiceWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  ja,
  hi,
  ar,
  he,
};
