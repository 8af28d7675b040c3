import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Factuur',
  issued: 'Factuurdatum',
  from: 'Van',
  to: 'Aan',
  items: 'Posten',
  monthly: 'per maand',
  yearly: 'per jaar',
  credit: 'Credit',
  net: 'Nettobedrag',
  vat: 'Btw',
  vatId: 'Btw-nummer',
  total: 'Totaal',
  reverseCharge: 'Btw verlegd.',
  continued: 'vervolg',
  page: (page, pages) => `Pagina ${page} van ${pages}`,
};
