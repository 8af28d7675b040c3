import type { InvoiceWords } from '../invoice.ts';

export const invoice: InvoiceWords = {
  invoice: '請求書',
  issued: '発行日',
  from: '発行者',
  to: '宛先',
  items: '明細',
  monthly: '月額',
  yearly: '年額',
  credit: '返金',
  net: '税抜金額',
  vat: '付加価値税',
  vatId: '付加価値税番号',
  total: '合計',
  reverseCharge: 'リバースチャージ：付加価値税は受領者が納付します。',
  continued: '続き',
  page: (page, pages) => `${page} / ${pages} ページ`,
};
