import { Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  IconBook,
  IconCode,
  IconFlask,
  IconLogout,
  IconMoon,
  IconShieldCheck,
  IconSun,
  IconSunMoon,
} from '@tabler/icons-react';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { baseOf, ENVIRONMENT } from '../../api/environment.ts';
import { call } from '../../api/client.ts';
import type { Session } from '../../api/queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { toastError } from '../../ui/toast.ts';
import { OrganizationItems } from './OrganizationItems.tsx';
import { type Place, UserButton } from './navigation.tsx';
import { m } from './menu-texts.ts';
import classes from './TopBar.module.css';

/** The dialog is loaded on demand, because people rarely create another organization. */
const NewOrganizationDialog = deferred(async () => (await import('./NewOrganizationDialog.tsx')).NewOrganizationDialog);

function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(api.logout, {}),
    // The loaded data belongs to the person who signed out and must not be visible to the next person.
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/login' });
    },
    onError: toastError,
  });
}

const SCHEMES = [
  { value: 'light', label: m.userMenu.light, Icon: IconSun },
  { value: 'dark', label: m.userMenu.dark, Icon: IconMoon },
  { value: 'auto', label: m.userMenu.systemDefault, Icon: IconSunMoon },
] as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string) => setColorScheme(SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto');
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      <Menu.Label>{m.userMenu.colors}</Menu.Label>
      {SCHEMES.map(({ value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />} closeMenuOnClick={false}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Switching reloads the page, so that no data from one environment is shown in the other. */
function EnvironmentItem() {
  const other = ENVIRONMENT === 'live' ? 'sandbox' : 'live';
  return (
    <Menu.Item component="a" href={`${baseOf(other)}/documents`} leftSection={<IconFlask size={16} />}>
      {other === 'sandbox' ? m.userMenu.goToSandbox : m.userMenu.leaveSandbox}
    </Menu.Item>
  );
}

type Props = { session: Session; places: readonly Place[]; asked: boolean };

export function UserMenu({ session, places, asked }: Props) {
  const logout = useLogout();
  const { user, organization } = session;
  const [making, setMaking] = useState(false);
  return (
    <>
      <Menu
        defaultOpened={asked}
        position="bottom-end"
        width={264}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UserButton session={session} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes['who']}>
            <Text fw={600} dir="auto" truncate>
              {user.name}
            </Text>
            <Text fz="xs" c="dimmed" dir="auto" truncate>
              {user.email}
            </Text>
            <Text fz="xs" c="dimmed" dir="auto" truncate>
              {organization.name}
            </Text>
          </div>
          <div className={classes['phoneLinks']}>
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
            {m.userMenu.verifyPdf}
          </Menu.Item>
          <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} />}>
            {m.userMenu.documentation}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/reference" leftSection={<IconCode size={16} />}>
            {m.userMenu.apiReference}
          </Menu.Item>
          <EnvironmentItem />
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate()}>
            {m.userMenu.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {making && <NewOrganizationDialog close={() => setMaking(false)} />}
    </>
  );
}
