import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  IconDeviceTablet,
  IconFiles,
  IconFlask,
  IconHome,
  IconLogout,
  IconMail,
  IconMenu2,
  IconMoon,
  IconShieldCheck,
  IconSettings,
  IconSun,
  IconSunMoon,
  IconStack2,
  IconTemplate,
} from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { baseOf, ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { Brand } from '../../ui/Mark.tsx';
import { initials } from '../../ui/people.ts';
import { toastError } from '../../ui/toast.ts';
import { OrganizationItems } from './OrganizationItems.tsx';
import classes from './TopBar.module.css';

/** Few make another organization: what it takes is loaded when somebody does. */
const NewOrganizationDialog = lazy(async () => ({
  default: (await import('./NewOrganizationDialog.tsx')).NewOrganizationDialog,
}));

type Place = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
};

/** The places this person may go; what they may not see is not shown. */
function placesOf({ role, operator }: Session): Place[] {
  const places: Place[] = [
    { label: 'Home', to: '/', Icon: IconHome },
    { label: 'Documents', to: '/documents', Icon: IconFiles },
    { label: 'Templates', to: '/templates', Icon: IconTemplate },
    { label: 'Packages', to: '/packages', Icon: IconStack2 },
  ];
  places.push({ label: 'In person', to: '/in-person', Icon: IconDeviceTablet });
  const mail = ENVIRONMENT === 'sandbox' ? role !== 'member' : operator && role === 'owner';
  if (mail) places.push({ label: 'Mailbox', to: '/mailbox', Icon: IconMail });
  places.push({ label: 'Settings', to: '/settings', Icon: IconSettings });
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

/** A whole page load: nothing of one environment is shown in the other. */
function EnvironmentItem() {
  const other = ENVIRONMENT === 'live' ? 'sandbox' : 'live';
  return (
    <Menu.Item component="a" href={`${baseOf(other)}/documents`} leftSection={<IconFlask size={16} />}>
      {other === 'sandbox' ? 'Go to the sandbox' : 'Leave the sandbox'}
    </Menu.Item>
  );
}

function UserMenu({ session, places }: { session: Session; places: readonly Place[] }) {
  const logout = useLogout();
  const { user, organization } = session;
  const [making, setMaking] = useState(false);
  return (
    <>
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
          <OrganizationItems make={() => setMaking(true)} />
          <Menu.Divider />
          <Menu.Item component="a" href="/verify" leftSection={<IconShieldCheck size={16} />}>
            Check a signed PDF
          </Menu.Item>
          <EnvironmentItem />
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate()}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {making && (
        <Suspense>
          <NewOrganizationDialog close={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}

export function TopBar() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const places = placesOf(session);
  return (
    <header className={classes['bar']}>
      <Link to="/" className={classes['brand']} aria-label="Countersign, home">
        <Brand />
      </Link>
      <nav className={classes['nav']} aria-label="Main">
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
      <UserMenu session={session} places={places} />
    </header>
  );
}
