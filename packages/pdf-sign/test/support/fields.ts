import type { FieldKind, FieldSpec, FieldValue, SendOptions } from '../../src/index.ts';
import { mark, sendOptions } from './sign.ts';

// Creates a field of every kind for two signers. The fields are side by side, so that no two of them overlap.

const TEXT_VALUES: Partial<Record<FieldKind, string>> = {
  date: '2026-11-20',
  name: 'Ann Smith',
  email: 'ann@example.org',
  company: 'Acme Oy',
  'job-title': 'Buyer',
  text: 'Deliver to the back door',
  number: '12.50',
};
const ROW = 24;

/** Each field's top left corner is `at` points from the page's top left corner. Radio buttons are in one row. */
export function fieldsOfEveryKind(signer: 1 | 2, at = { x: 40, y: 40 }, page = 1): FieldSpec[] {
  const rows: Omit<FieldSpec, 'name' | 'page' | 'x' | 'y'>[] = [
    ...Object.keys(TEXT_VALUES).map((kind) => ({ kind: kind as FieldKind, width: 100, height: 18 })),
    { kind: 'signature', width: 100, height: 18 },
    { kind: 'initials', width: 40, height: 18 },
    { kind: 'checkbox', width: 14, height: 14, required: true, label: 'I agree' },
    { kind: 'dropdown', width: 100, height: 18, options: ['Oslo', 'Zürich', '北京'] },
    { kind: 'radio', width: 14, height: 14, label: 'Delivery' },
  ];
  return rows.map((row, index) => {
    const place = { page, x: at.x, y: at.y + ROW * index };
    const name = `${row.kind}_${signer}`;
    if (row.kind !== 'radio') return { ...row, ...place, name };
    const buttons = ['Pick-up', 'Post'].map((value, nth) => ({
      value,
      ...place,
      x: at.x + 30 * nth,
      width: 14,
      height: 14,
    }));
    return { ...row, ...place, name, buttons };
  });
}

export function valuesOfEveryKind(signer: 1 | 2): FieldValue[] {
  const texts = Object.entries(TEXT_VALUES).map(([kind, value]) => ({
    name: `${kind}_${signer}`,
    value,
    appearance: mark(value, 100, 18),
  }));
  return [
    ...texts,
    { name: `signature_${signer}`, value: 'placed', appearance: mark('Ann', 100, 18) },
    { name: `initials_${signer}`, value: 'placed', appearance: mark('AS', 40, 18) },
    { name: `checkbox_${signer}`, value: true },
    { name: `dropdown_${signer}`, value: 'Zürich', appearance: mark('Z', 100, 18) },
    { name: `radio_${signer}`, value: 'Post' },
  ];
}

export function everyKind(): SendOptions {
  return sendOptions({
    signers: [
      {
        key: 'Signer_1',
        signaturePlace: { page: 1, x: 40, y: 400, width: 180, height: 50 },
        fields: fieldsOfEveryKind(1),
      },
      {
        key: 'Signer_2',
        signaturePlace: { page: 1, x: 300, y: 400, width: 180, height: 50 },
        fields: fieldsOfEveryKind(2, { x: 300, y: 40 }),
      },
    ],
  });
}
