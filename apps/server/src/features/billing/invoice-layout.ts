/** The input for the PDF worker that renders an invoice. */
import type { Language } from '@countersign/contract/languages';
import { defineLayout } from '../../platform/pdf/layout.ts';

export type InvoiceFacts = {
  language: Language;
  number: string;
  issuedAt: string;
  /** The name and address, one per line. Empty if not configured. */
  seller: { lines: readonly string[]; vatId: string | null };
  buyer: { lines: readonly string[]; vatId: string | null };
  lines: readonly { plan: string; interval: 'month' | 'year'; isCredit: boolean; period: string; amount: string }[];
  /** Null if no tax is shown. */
  tax: { net: string; percent: string; amount: string } | null;
  isReverseCharge: boolean;
  total: string;
  /** The file identifier, 32 hexadecimal digits. */
  fileId: string;
};

export const invoiceLayout = defineLayout<InvoiceFacts, Uint8Array>('invoice');
