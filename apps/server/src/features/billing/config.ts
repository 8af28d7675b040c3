/** The issuer of invoices if no payment provider issues them. */
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

export type InvoiceSeller = { lines: readonly string[]; vatId: string | null; vatPercent: number };

/**
 * Reads the seller's name and address lines, which are separated by semicolons. The two VAT settings require these
 * lines.
 */
export function invoiceSeller(reader: SettingReader): InvoiceSeller | undefined {
  const lines = (reader.text('INVOICE_SELLER') ?? '')
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const vatId = reader.checked('INVOICE_SELLER_VAT_ID', (value) => {
    if (!/^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(value))
      throw new Error('must be a VAT number with its country code, such as DE123456789');
  });
  const percent = reader.checked('INVOICE_VAT_PERCENT', (value) => {
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(value)) throw new Error('must be a percentage, such as 19 or 8.1');
  });
  if (lines.length > 0) return { lines, vatId: vatId ?? null, vatPercent: Number(percent ?? 0) };
  if (vatId !== undefined || percent !== undefined)
    reader.fault('INVOICE_SELLER: is required with INVOICE_SELLER_VAT_ID and INVOICE_VAT_PERCENT');
  return undefined;
}

export const INVOICE_DESCRIPTIONS: DescribedSettings = {
  INVOICE_SELLER: [
    '',
    'Name and address of the seller on invoices without a payment provider, separated by semicolons: `Example Ltd; 1 High Street; Dublin`. Stripe has its own setting for this.',
  ],
  INVOICE_SELLER_VAT_ID: [
    '',
    'VAT number of the seller with its country, such as `DE123456789`. A customer with a VAT number from another EU country gets a reverse-charge invoice.',
  ],
  INVOICE_VAT_PERCENT: ['`0`', 'VAT rate, in percent, that is added to plan prices.'],
};
