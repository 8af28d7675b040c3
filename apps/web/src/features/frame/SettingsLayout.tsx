import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { UnsavedSections } from '../../ui/UnsavedSections.tsx';
import { m } from './menu-texts.ts';
import type { Place } from './navigation.tsx';
import { settingsGroups } from './settings-places.ts';
import classes from './SettingsLayout.module.css';

type SettingsLinksProps = {
  title: string;
  places: readonly Place[];
  choose: () => void;
};

function SettingsLinks({ title, places, choose }: SettingsLinksProps) {
  const id = useId();
  return (
    <div className={classes['group']}>
      <p id={id} className={classes['groupTitle']} dir="auto" title={title}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {places.map(({ label, to, Icon }) => (
          <li key={label}>
            <Link to={to} className={classes['place']} onClick={choose}>
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
 * Shows the settings next to their table of contents. On a phone, a button with the name of the current page opens the
 * table of contents.
 */
export function SettingsLayout() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const here = useLocation({ select: ({ pathname }) => pathname });
  const [openedAt, openAt] = useState<string | null>(null);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const groups = settingsGroups(session);
  const current = groups.flatMap(({ places }) => places).find(({ to }) => here === to || here.startsWith(`${to}/`));
  // Opening a page closes the table of contents, because its open state applies only to the URL at which it was opened.
  const isOpen = openedAt === here;
  const close = (): void => {
    openAt(null);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <div className={classes['layout']}>
      <nav className={classes['nav']} aria-label={m.settingsLayout.settings}>
        <UnstyledButton
          ref={button}
          className={classes['current']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => openAt(isOpen ? null : here)}
        >
          <span className={classes['currentText']}>
            {current && <small>{m.settingsLayout.settings}</small>}
            {current?.label ?? m.settingsLayout.settings}
          </span>
          <IconChevronDown size={17} stroke={1.7} className={classes['arrow']} aria-hidden="true" />
        </UnstyledButton>
        <div id={id} className={classes['groups']} data-open={isOpen || undefined}>
          {groups.map(({ title, places }, index) => (
            <SettingsLinks key={index} title={title} places={places} choose={close} />
          ))}
        </div>
      </nav>
      <div className={classes['body']}>
        <UnsavedSections>
          <Outlet />
        </UnsavedSections>
      </div>
    </div>
  );
}
