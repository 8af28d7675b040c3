import type { ReactNode } from 'react';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

/** Shows a key's value, which cannot be shown again later. */
export function KeyValue(props: { value: string; close: () => void; children?: ReactNode }) {
  return <SecretValue {...props} label={labels.apiKey} why={m.keyValue.storedOnlyAsHash} />;
}
