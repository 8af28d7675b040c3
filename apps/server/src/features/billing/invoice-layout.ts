/** An invoice as the PDF worker sets it. */
import type { Language } from '@countersign/contract/languages';
import { defineLayout } from '../../platform/pdf/layout.ts';

export type InvoiceFacts = {
  language: Language;
  number: string;
  issuedAt: string;
  /** Name and address, a line each; empty where none is configured. */
  seller: { lines: readonly string[]; vatId: string | null };
  buyer: { lines: readonly string[]; vatId: string | null };
  lines: readonly { plan: string; interval: 'month' | 'year'; isCredit: boolean; period: string; amount: string }[];
  /** Null where no tax is shown. */
  tax: { net: string; percent: string; amount: string } | null;
  isReverseCharge: boolean;
  total: string;
  /** 32 hexadecimal digits. */
  fileId: string;
};

export const invoiceLayout = defineLayout<InvoiceFacts, Uint8Array>('invoice');
