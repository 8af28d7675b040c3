import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { isMac } from '../../ui/keys.ts';
import { Brand } from '../../ui/Mark.tsx';
import { placesOf, UserButton } from './navigation.tsx';
import { m } from './texts.ts';
import classes from './TopBar.module.css';

const UserMenu = deferred(async () => (await import('./UserMenu.tsx')).UserMenu);

/** @param find opens the command palette */
export function TopBar({ find }: { find: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const places = placesOf(session);
  // Whether the button was clicked before the menu was loaded. If so, the menu opens as soon as it is loaded.
  const [asked, setAsked] = useState(false);
  return (
    <header className={classes['bar']}>
      <Link to="/" className={classes['brand']} aria-label={m.topBar.countersignHome}>
        <Brand />
      </Link>
      <nav className={classes['nav']} aria-label={m.topBar.main}>
        {places.map(({ label, to, Icon }) => (
          <Link
            key={label}
            to={to}
            className={classes['place']}
            activeOptions={{ includeSearch: false, exact: to === '/' }}
          >
            <Icon size={17} stroke={1.8} />
            {label}
          </Link>
        ))}
      </nav>
      <UnstyledButton
        className={classes['find']}
        aria-label={m.topBar.searchAndCommands}
        aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
        title={m.topBar.searchAndCommands}
        onClick={find}
      >
        <IconSearch size={18} aria-hidden="true" />
      </UnstyledButton>
      <UserMenu
        session={session}
        places={places}
        asked={asked}
        meanwhile={<UserButton session={session} onClick={() => setAsked(true)} />}
      />
    </header>
  );
}
