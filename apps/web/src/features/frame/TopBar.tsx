import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  IconFiles,
  IconKey,
  IconLogout,
  IconMail,
  IconMenu2,
  IconMoon,
  IconSun,
  IconSunMoon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { call } from '../../api/client.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { Brand } from '../../ui/Mark.tsx';
import { initials } from '../../ui/people.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './TopBar.module.css';

type Place = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
};

/** The places this role may go; what it may not see is not shown. */
function placesOf(role: Session['role']): Place[] {
  const places: Place[] = [{ label: 'Documents', to: '/documents', Icon: IconFiles }];
  if (role === 'owner') places.push({ label: 'Mailbox', to: '/mailbox', Icon: IconMail });
  if (role !== 'member') places.push({ label: 'API keys', to: '/settings/api-keys', Icon: IconKey });
  return places;
}

function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call('logout', {}),
    // Whatever was read belongs to the one who logged out: the next one at this screen must not see it.
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/login' });
    },
    onError: toastError,
  });
}

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconSunMoon },
] as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string) => setColorScheme(SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto');
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      <Menu.Label>Colours</Menu.Label>
      {SCHEMES.map(({ value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function UserMenu({ session, places }: { session: Session; places: readonly Place[] }) {
  const logout = useLogout();
  const { user, organization } = session;
  return (
    <Menu position="bottom-end" width={264} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes['user']}>
          <VisuallyHidden>Menu</VisuallyHidden>
          <span className={classes['userText']}>
            <span className={classes['userName']}>{user.name}</span>
            <span className={classes['organization']}>{organization.name}</span>
          </span>
          <Avatar size={32} color="ink" variant="light" className={classes['avatar']} aria-hidden="true">
            {initials(user.name, user.email)}
          </Avatar>
          <IconMenu2 size={22} className={classes['burger']} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <Text fw={600} truncate>
            {user.name}
          </Text>
          <Text fz="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text fz="xs" c="dimmed" truncate>
            {organization.name} · {session.role}
          </Text>
        </div>
        <div className={classes['phonePlaces']}>
          <Menu.Divider />
          {places.map(({ label, to, Icon }) => (
            <Menu.Item key={label} component={Link} to={to} leftSection={<Icon size={16} />}>
              {label}
            </Menu.Item>
          ))}
        </div>
        <Menu.Divider />
        <SchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function TopBar() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const places = placesOf(session.role);
  return (
    <header className={classes['bar']}>
      <Link to="/documents" search={{}} className={classes['brand']} aria-label="Countersign, to the documents">
        <Brand />
      </Link>
      <nav className={classes['nav']} aria-label="Main">
        {places.map(({ label, to, Icon }) => (
          <Link key={label} to={to} className={classes['place']} activeOptions={{ includeSearch: false }}>
            <Icon size={17} stroke={1.8} />
            {label}
          </Link>
        ))}
      </nav>
      <UserMenu session={session} places={places} />
    </header>
  );
}
