import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Factura',
  issued: 'Fecha de emisión',
  from: 'Emisor',
  to: 'Destinatario',
  items: 'Conceptos',
  monthly: 'mensual',
  yearly: 'anual',
  credit: 'Abono',
  net: 'Base imponible',
  vat: 'IVA',
  vatId: 'NIF-IVA',
  total: 'Total',
  reverseCharge: 'Inversión del sujeto pasivo.',
  continued: 'continuación',
  page: (page, pages) => `Página ${page} de ${pages}`,
};
