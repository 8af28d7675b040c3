import { numberFormat } from './numbers.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

const DECIMALS = [0, 1].map((digits) =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }),
) as [(value: number) => string, (value: number) => string];

/** Formats a size. 1 KB is 1024 bytes, and values below ten have one decimal. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 10 && value % 1 !== 0 ? 1 : 0;
  return `${DECIMALS[digits](value)} ${UNITS[power]}`;
}
