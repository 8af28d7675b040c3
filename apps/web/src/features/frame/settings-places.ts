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

const YOURS: readonly Place[] = [
  { label: m.settingsLayout.profile, to: '/settings/profile', Icon: IconUser },
  { label: m.settingsLayout.security, to: '/settings/security', Icon: IconShieldLock },
  { label: m.settingsLayout.dataExport, to: '/settings/data', Icon: IconFileExport },
];

export type Group = { title: string; places: readonly Place[] };

/**
 * Returns the settings grouped by subject. Members get only the pages on which they can see the organization's name,
 * leave the organization, and report incidents.
 */
export function settingsGroups({ role, operator, organization }: Session): Group[] {
  const isAdmin = role !== 'member';
  const only = (condition: boolean, ...places: Place[]): Place[] => (condition ? places : []);
  const groups: Group[] = [
    { title: m.settingsLayout.you, places: YOURS },
    {
      title: organization.name,
      places: [
        { label: m.settingsLayout.general, to: '/settings/organization', Icon: IconBuilding },
        ...only(role === 'owner', {
          label: m.settingsLayout.planAndBilling,
          to: '/settings/billing',
          Icon: IconReceipt2,
        }),
      ],
    },
    {
      title: m.settingsLayout.people,
      places: only(isAdmin, { label: labels.members, to: '/settings/members', Icon: IconUsers }),
    },
    {
      title: m.settingsLayout.access,
      places: only(
        isAdmin,
        { label: labels.singleSignOn, to: '/settings/single-sign-on', Icon: IconLogin2 },
        { label: m.settingsLayout.securityEvents, to: '/settings/security-events', Icon: IconShieldSearch },
      ),
    },
    {
      title: m.settingsLayout.developers,
      places: only(
        isAdmin,
        { label: labels.apiKeys, to: '/settings/api-keys', Icon: IconKey },
        { label: labels.webhooks, to: '/settings/webhooks', Icon: IconWebhook },
      ),
    },
    {
      title: m.settingsLayout.compliance,
      places: [
        ...only(
          isAdmin,
          { label: m.settingsLayout.auditLog, to: '/settings/audit-log', Icon: IconListDetails },
          { label: m.settingsLayout.retentionAndHolds, to: '/settings/retention', Icon: IconArchive },
          { label: m.settingsLayout.dataProtection, to: '/settings/data-protection', Icon: IconGavel },
        ),
        { label: m.settingsLayout.incidents, to: '/settings/incidents', Icon: IconUrgent },
      ],
    },
    // Only for the organization that runs the installation.
    {
      title: m.settingsLayout.installation,
      places: only(
        isAdmin && operator,
        { label: m.settingsLayout.system, to: '/settings/system', Icon: IconHeartbeat },
        { label: labels.backups, to: '/settings/backups', Icon: IconDatabaseExport },
      ),
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}
