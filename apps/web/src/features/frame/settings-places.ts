/** The pages of the settings, for their table of contents and the command palette. */
import {
  IconArchive,
  IconBuilding,
  IconFileExport,
  IconGavel,
  IconDatabaseExport,
  IconHeartbeat,
  IconKey,
  IconListDetails,
  IconLogin2,
  IconReceipt2,
  IconShieldLock,
  IconUrgent,
  IconShieldSearch,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Session } from '../../api/queries.ts';
import { labels } from '../../ui/labels.ts';
import { m } from './menu-texts.ts';
import type { Place } from './navigation.tsx';

export const YOURS: readonly Place[] = [
  { label: m.settingsLayout.profile, to: '/settings/profile', Icon: IconUser },
  { label: m.settingsLayout.security, to: '/settings/security', Icon: IconShieldLock },
  { label: m.settingsLayout.dataExport, to: '/settings/data', Icon: IconFileExport },
];

/** The settings for administrators; members see the organization's name and can leave it. */
export function settingsOf({ role, operator }: Session): Place[] {
  const places: Place[] = [
    { label: m.settingsLayout.general, to: '/settings/organization', Icon: IconBuilding },
    { label: m.settingsLayout.incidents, to: '/settings/incidents', Icon: IconUrgent },
  ];
  if (role === 'member') return places;
  places.push(
    { label: labels.members, to: '/settings/members', Icon: IconUsers },
    { label: labels.apiKeys, to: '/settings/api-keys', Icon: IconKey },
    { label: labels.webhooks, to: '/settings/webhooks', Icon: IconWebhook },
    { label: labels.singleSignOn, to: '/settings/single-sign-on', Icon: IconLogin2 },
    { label: m.settingsLayout.retentionAndHolds, to: '/settings/retention', Icon: IconArchive },
    { label: m.settingsLayout.dataProtection, to: '/settings/data-protection', Icon: IconGavel },
    { label: m.settingsLayout.auditLog, to: '/settings/audit-log', Icon: IconListDetails },
    { label: m.settingsLayout.securityEvents, to: '/settings/security-events', Icon: IconShieldSearch },
  );
  if (role === 'owner')
    places.push({ label: m.settingsLayout.planAndBilling, to: '/settings/billing', Icon: IconReceipt2 });
  // Settings of the installation, for the organization that runs it.
  if (operator)
    places.push(
      { label: m.settingsLayout.system, to: '/settings/system', Icon: IconHeartbeat },
      { label: labels.backups, to: '/settings/backups', Icon: IconDatabaseExport },
    );
  return places;
}
