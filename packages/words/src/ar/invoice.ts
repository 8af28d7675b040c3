import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: 'فاتورة',
  issued: 'تاريخ الإصدار',
  from: 'صادرة عن',
  to: 'صادرة إلى',
  items: 'البنود',
  monthly: 'شهريًا',
  yearly: 'سنويًا',
  credit: 'رصيد دائن',
  net: 'المبلغ الصافي',
  vat: 'ضريبة القيمة المضافة',
  vatId: 'الرقم الضريبي',
  total: 'الإجمالي',
  reverseCharge: 'الاحتساب العكسي: ضريبة القيمة المضافة مستحقة على المستلم.',
  continued: 'تابع',
  page: (page, pages) => `صفحة ${page} من ${pages}`,
};
