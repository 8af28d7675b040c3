import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Facture',
  issued: 'Date d’émission',
  from: 'Émetteur',
  to: 'Destinataire',
  items: 'Détail',
  monthly: 'mensuel',
  yearly: 'annuel',
  credit: 'Avoir',
  net: 'Montant HT',
  vat: 'TVA',
  vatId: 'N° de TVA',
  total: 'Total TTC',
  reverseCharge: 'Autoliquidation.',
  continued: 'suite',
  page: (page, pages) => `Page ${page} sur ${pages}`,
};
