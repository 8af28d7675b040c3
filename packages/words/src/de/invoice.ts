import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'Rechnung',
  issued: 'Rechnungsdatum',
  from: 'Aussteller',
  to: 'Empfänger',
  items: 'Positionen',
  monthly: 'monatlich',
  yearly: 'jährlich',
  credit: 'Gutschrift',
  net: 'Nettobetrag',
  vat: 'USt.',
  vatId: 'USt-IdNr.',
  total: 'Gesamtbetrag',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  continued: 'Fortsetzung',
  page: (page, pages) => `Seite ${page} von ${pages}`,
};
