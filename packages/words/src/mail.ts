/** The text of all e-mails. */
import type { Language } from '@countersign/contract/languages';
import { mail as ar } from './ar/mail.ts';
import { mail as de } from './de/mail.ts';
import { mail as en } from './en/mail.ts';
import { mail as es } from './es/mail.ts';
import { mail as fr } from './fr/mail.ts';
import { mail as he } from './he/mail.ts';
import { mail as hi } from './hi/mail.ts';
import { mail as it } from './it/mail.ts';
import { mail as ja } from './ja/mail.ts';
import { mail as nl } from './nl/mail.ts';
import { mail as pl } from './pl/mail.ts';
import { mail as pt } from './pt/mail.ts';

export type MailKey = keyof typeof en;
export type MailWords = Readonly<Record<MailKey, string>>;
/** The type of the English text. Its strings are literals, because their placeholders are part of the type. */
export type EnglishMail = typeof en;

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en, de, fr, es, it, pt, nl, pl, ja, hi, ar, he };
