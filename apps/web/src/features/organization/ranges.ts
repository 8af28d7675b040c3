import type { NumberInputProps } from '@mantine/core';

/** Shows the accepted range below an input rather than above it, so that neighboring inputs stay aligned. */
export const BELOW: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

export const ranges = {
  password_min_length: [8, 128],
  session_idle_minutes: [5, 720],
  user_data_retention_days: [1, 90],
  default_expiration_days: [1, 365],
} as const;
export const inRange = (value: number, [from, to]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= from && value <= to;
