import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Fatura',
  issued: 'Data de emissão',
  from: 'Emitente',
  to: 'Destinatário',
  items: 'Itens',
  monthly: 'mensal',
  yearly: 'anual',
  credit: 'Crédito',
  net: 'Valor líquido',
  vat: 'IVA',
  vatId: 'Número de IVA',
  total: 'Total',
  reverseCharge: 'Autoliquidação.',
  continued: 'continuação',
  page: (page, pages) => `Página ${page} de ${pages}`,
};
