import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'बीजक',
  issued: 'जारी करने की तारीख',
  from: 'जारीकर्ता',
  to: 'प्राप्तकर्ता',
  items: 'मदें',
  monthly: 'मासिक',
  yearly: 'वार्षिक',
  credit: 'क्रेडिट',
  net: 'शुद्ध राशि',
  vat: 'वैट',
  vatId: 'वैट संख्या',
  total: 'कुल',
  reverseCharge: 'रिवर्स चार्ज: वैट प्राप्तकर्ता द्वारा देय है।',
  continued: 'जारी',
  page: (page, pages) => `पृष्ठ ${page} / ${pages}`,
};
