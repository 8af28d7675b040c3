/** Writes docs/operate/settings.md from the descriptions that each feature and adapter declares with its settings. */
import { KEY_DESCRIPTIONS } from '../apps/server/src/features/authority/key-config.ts';
import { TIME_DESCRIPTIONS } from '../apps/server/src/features/authority/time-config.ts';
import { BACKUP_DESCRIPTIONS } from '../apps/server/src/features/backups/config.ts';
import { INVOICE_DESCRIPTIONS } from '../apps/server/src/features/billing/config.ts';
import { PIN_DESCRIPTIONS } from '../apps/server/src/features/transparency-log/config.ts';
import { SECURITY_DESCRIPTIONS } from '../apps/server/src/features/health/config.ts';
import { INIT_DESCRIPTIONS } from '../apps/server/src/features/initialization/config.ts';
import { METRICS_DESCRIPTIONS } from '../apps/server/src/features/metrics/config.ts';
import { WEBHOOK_DESCRIPTIONS } from '../apps/server/src/features/webhooks/config.ts';
import {
  ADDRESS_DESCRIPTIONS,
  EVIDENCE_DESCRIPTIONS,
  LOG_DESCRIPTIONS,
  SAFETY_DESCRIPTIONS,
} from '../apps/server/src/main/config.ts';
import { OTLP_DESCRIPTIONS } from '../apps/server/src/platform/adapters/otlp/config.ts';
import { BACKUP_S3_DESCRIPTIONS, S3_DESCRIPTIONS } from '../apps/server/src/platform/adapters/s3/config.ts';
import { MAIL_DESCRIPTIONS } from '../apps/server/src/platform/adapters/smtp/config.ts';
import { STRIPE_DESCRIPTIONS } from '../apps/server/src/platform/adapters/stripe/config.ts';
import { SYSLOG_DESCRIPTIONS } from '../apps/server/src/platform/adapters/syslog/config.ts';
import { DATABASE_DESCRIPTIONS } from '../apps/server/src/platform/open-database.ts';
import type { DescribedSettings } from '../apps/server/src/platform/settings.ts';

/** The settings by section title, in the order in which an operator needs them. */
export const SETTINGS: readonly (readonly [title: string, settings: DescribedSettings])[] = [
  ['Process and address', ADDRESS_DESCRIPTIONS],
  ['First organization', INIT_DESCRIPTIONS],
  ['E-mail', MAIL_DESCRIPTIONS],
  ['Database', DATABASE_DESCRIPTIONS],
  ['Files in S3', S3_DESCRIPTIONS],
  ['Backups', { ...BACKUP_DESCRIPTIONS, ...BACKUP_S3_DESCRIPTIONS }],
  ['Access, limits and encryption', SAFETY_DESCRIPTIONS],
  ['Vulnerability reports', SECURITY_DESCRIPTIONS],
  ['Signing keys', KEY_DESCRIPTIONS],
  ['Time-stamps and trust', { ...TIME_DESCRIPTIONS, ...EVIDENCE_DESCRIPTIONS }],
  ['Audit log', PIN_DESCRIPTIONS],
  ['Webhooks', WEBHOOK_DESCRIPTIONS],
  ['Payments', { ...STRIPE_DESCRIPTIONS, ...INVOICE_DESCRIPTIONS }],
  ['Log', { ...LOG_DESCRIPTIONS, ...SYSLOG_DESCRIPTIONS }],
  ['Metrics', METRICS_DESCRIPTIONS],
  ['Traces', OTLP_DESCRIPTIONS],
];

export function settingsPage(): string {
  return `# Settings

This page lists every setting of the server. Settings are environment variables. An empty value has the same effect as a missing setting. At startup, the server checks all settings, prints one line for each invalid value and exits with code 78. \`npm run docs\` generates this page from the code.

${SETTINGS.map(
  ([title]) =>
    `- [${title}](#${title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')})`,
).join('\n')}
${SETTINGS.map(([title, settings]) => section(title, settings)).join('')}`;
}

function section(title: string, settings: DescribedSettings): string {
  const rows = Object.entries(settings).map(
    ([name, [fallback, meaning]]) => `| \`${name}\` | ${fallback} | ${meaning} |`,
  );
  return `\n## ${title}\n\n| Setting | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}
