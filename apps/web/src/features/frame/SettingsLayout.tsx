import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { UnsavedSections } from '../../ui/UnsavedSections.tsx';
import { m } from './menu-texts.ts';
import type { Place } from './navigation.tsx';
import { settingsGroups } from './settings-places.ts';
import classes from './SettingsLayout.module.css';

function Places({ title, places }: { title: string; places: readonly Place[] }) {
  const id = useId();
  return (
    <div className={classes['group']}>
      <p id={id} className={classes['groupTitle']} title={title}>
        {title}
      </p>
      <ul aria-labelledby={id}>
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

/**
 * Shows the settings next to their table of contents. On a phone, the contents are a scrolling row above the settings.
 */
export function SettingsLayout() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const nav = useRef<HTMLElement>(null);
  const here = useLocation({ select: ({ pathname }) => pathname });
  // On a phone, the current item may be outside the visible part of the row.
  useEffect(() => {
    const place = nav.current?.querySelector<HTMLElement>('[data-status="active"]');
    if (!nav.current || !place) return;
    // Distances on the screen are the same in both writing directions, unlike offsets and scroll positions.
    const centerOf = (element: HTMLElement): number => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    nav.current.scrollBy({ left: centerOf(place) - centerOf(nav.current) });
  }, [here]);
  return (
    <div className={classes['layout']}>
      <nav ref={nav} className={classes['nav']} aria-label={m.settingsLayout.settings}>
        {settingsGroups(session).map(({ title, places }, index) => (
          <Places key={index} title={title} places={places} />
        ))}
      </nav>
      <div className={classes['body']}>
        <UnsavedSections>
          <Outlet />
        </UnsavedSections>
      </div>
    </div>
  );
}
