import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Invoice',
  issued: 'Date of issue',
  from: 'Issued by',
  to: 'Issued to',
  items: 'Items',
  monthly: 'monthly',
  yearly: 'yearly',
  credit: 'Credit',
  net: 'Net amount',
  vat: 'VAT',
  vatId: 'VAT number',
  total: 'Total',
  reverseCharge: 'Reverse charge: VAT is payable by the recipient.',
  continued: 'continued',
  page: (page, pages) => `Page ${page} of ${pages}`,
};
