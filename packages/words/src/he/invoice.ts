import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'חשבונית',
  issued: 'תאריך הנפקה',
  from: 'הונפקה על ידי',
  to: 'הונפקה עבור',
  items: 'פריטים',
  monthly: 'חודשי',
  yearly: 'שנתי',
  credit: 'זיכוי',
  net: 'סכום נטו',
  vat: 'מע״מ',
  vatId: 'מספר מע״מ',
  total: 'סה״כ',
  reverseCharge: 'חיוב הפוך: המע״מ ישולם על ידי המקבל.',
  continued: 'המשך',
  page: (page, pages) => `עמוד ${page} מתוך ${pages}`,
};
