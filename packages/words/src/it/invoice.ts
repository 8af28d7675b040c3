import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Fattura',
  issued: 'Data di emissione',
  from: 'Emittente',
  to: 'Destinatario',
  items: 'Voci',
  monthly: 'mensile',
  yearly: 'annuale',
  credit: 'Accredito',
  net: 'Imponibile',
  vat: 'IVA',
  vatId: 'Partita IVA',
  total: 'Totale',
  reverseCharge: 'Inversione contabile.',
  continued: 'segue',
  page: (page, pages) => `Pagina ${page} di ${pages}`,
};
