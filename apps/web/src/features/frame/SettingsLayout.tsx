import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router';
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
import { type ComponentType, useEffect, useRef } from 'react';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { m } from './menu-texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './SettingsLayout.module.css';

type Place = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
};

const YOURS: readonly Place[] = [
  { label: m.settingsLayout.profile, to: '/settings/profile', Icon: IconUser },
  { label: m.settingsLayout.security, to: '/settings/security', Icon: IconShieldLock },
  { label: m.settingsLayout.dataExport, to: '/settings/data', Icon: IconFileExport },
];

/** The settings for administrators; members see the organization's name and can leave it. */
function placesOf({ role, operator }: Session): Place[] {
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

function Places({ title, places }: { title: string; places: readonly Place[] }) {
  return (
    <div className={classes['group']}>
      <p className={classes['groupTitle']} title={title}>
        {title}
      </p>
      <ul>
        {places.map(({ label, to, Icon }) => (
          <li key={label}>
            <Link to={to} className={classes['place']}>
              <Icon size={17} stroke={1.7} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The settings next to their table of contents, which on a phone is a scrolling row above them. */
export function SettingsLayout() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const nav = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // On a phone, the current item may be outside the visible part of the row.
  useEffect(() => {
    const place = nav.current?.querySelector<HTMLElement>('[data-status="active"]');
    if (place) nav.current?.scrollTo({ left: place.offsetLeft - 80 });
  }, [here]);
  return (
    <div className={classes['layout']}>
      <nav ref={nav} className={classes['nav']} aria-label={m.settingsLayout.settings}>
        <Places title={m.settingsLayout.you} places={YOURS} />
        <Places title={session.organization.name} places={placesOf(session)} />
      </nav>
      <div className={classes['body']}>
        <Outlet />
      </div>
    </div>
  );
}
