import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Faktura',
  issued: 'Data wystawienia',
  from: 'Sprzedawca',
  to: 'Nabywca',
  items: 'Pozycje',
  monthly: 'miesięcznie',
  yearly: 'rocznie',
  credit: 'Korekta',
  net: 'Kwota netto',
  vat: 'VAT',
  vatId: 'Numer VAT',
  total: 'Razem',
  reverseCharge: 'Odwrotne obciążenie.',
  continued: 'ciąg dalszy',
  page: (page, pages) => `Strona ${page} z ${pages}`,
};
