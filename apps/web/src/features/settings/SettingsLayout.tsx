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
import classes from './Settings.module.css';

type Place = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
};

const YOURS: readonly Place[] = [
  { label: 'Profile', to: '/settings/profile', Icon: IconUser },
  { label: 'Security', to: '/settings/security', Icon: IconShieldLock },
  { label: 'Data export', to: '/settings/data', Icon: IconFileExport },
];

/** The settings for administrators; members see the organization's name and can leave it. */
function placesOf({ role, operator }: Session): Place[] {
  const places: Place[] = [
    { label: 'General', to: '/settings/organization', Icon: IconBuilding },
    { label: 'Incidents', to: '/settings/incidents', Icon: IconUrgent },
  ];
  if (role === 'member') return places;
  places.push(
    { label: 'Members', to: '/settings/members', Icon: IconUsers },
    { label: 'API keys', to: '/settings/api-keys', Icon: IconKey },
    { label: 'Webhooks', to: '/settings/webhooks', Icon: IconWebhook },
    { label: 'Single sign-on', to: '/settings/single-sign-on', Icon: IconLogin2 },
    { label: 'Retention and holds', to: '/settings/retention', Icon: IconArchive },
    { label: 'Data protection', to: '/settings/data-protection', Icon: IconGavel },
    { label: 'Audit log', to: '/settings/audit-log', Icon: IconListDetails },
    { label: 'Security events', to: '/settings/security-events', Icon: IconShieldSearch },
  );
  if (role === 'owner') places.push({ label: 'Plan and billing', to: '/settings/billing', Icon: IconReceipt2 });
  // Settings of the installation, for the organization that runs it.
  if (operator)
    places.push(
      { label: 'System', to: '/settings/system', Icon: IconHeartbeat },
      { label: 'Backups', to: '/settings/backups', Icon: IconDatabaseExport },
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
      <nav ref={nav} className={classes['nav']} aria-label="Settings">
        <Places title="You" places={YOURS} />
        <Places title={session.organization.name} places={placesOf(session)} />
      </nav>
      <div className={classes['body']}>
        <Outlet />
      </div>
    </div>
  );
}
