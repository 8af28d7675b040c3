import type { ReactNode } from 'react';
import { SecretValue } from '../../ui/SecretValue.tsx';

/** Shows a key's value, which is possible only once. */
export function KeyValue(props: { value: string; close: () => void; children?: ReactNode }) {
  return (
    <SecretValue {...props} label="API key" why="It is stored here only as a hash, so it cannot be shown again." />
  );
}
