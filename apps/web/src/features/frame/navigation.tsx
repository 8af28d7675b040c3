/**
 * The items of the navigation bar, and the button that opens its menu. The button appears before the menu is loaded.
 */
import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import {
  IconChartBar,
  IconDeviceTablet,
  IconFiles,
  IconHome,
  IconMail,
  IconMenu2,
  IconSettings,
  IconStack2,
  IconTemplate,
} from '@tabler/icons-react';
import type { ComponentPropsWithRef, ComponentType } from 'react';
import { ENVIRONMENT } from '../../api/environment.ts';
import type { Session } from '../../api/queries.ts';
import { initials } from '../../ui/people.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import classes from './TopBar.module.css';

export type Place = {
  label: string;
  to: NonNullable<LinkProps['to']>;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
};

/** Returns the items available to the signed-in person. */
export function placesOf({ role, operator }: Session): Place[] {
  const places: Place[] = [
    { label: m.navigation.home, to: '/', Icon: IconHome },
    { label: common.documents, to: '/documents', Icon: IconFiles },
    { label: common.templates, to: '/templates', Icon: IconTemplate },
    { label: common.packages, to: '/packages', Icon: IconStack2 },
  ];
  places.push({ label: m.navigation.inPerson, to: '/in-person', Icon: IconDeviceTablet });
  places.push({
    label: role === 'member' ? m.navigation.myStatistics : m.navigation.statistics,
    to: '/statistics',
    Icon: IconChartBar,
  });
  const mail = ENVIRONMENT === 'sandbox' ? role !== 'member' : operator && role === 'owner';
  if (mail) places.push({ label: m.navigation.mailbox, to: '/mailbox', Icon: IconMail });
  places.push({ label: m.navigation.settings, to: '/settings', Icon: IconSettings });
  return places;
}

type ButtonProps = UnstyledButtonProps & ComponentPropsWithRef<'button'> & { session: Session };

export function UserButton({ session: { user, organization }, ...props }: ButtonProps) {
  return (
    <UnstyledButton {...props} className={classes['user']}>
      <VisuallyHidden>{m.navigation.menu}</VisuallyHidden>
      <span className={classes['userText']}>
        <span className={classes['userName']} dir="auto">
          {user.name}
        </span>
        <span className={classes['organization']} dir="auto">
          {organization.name}
        </span>
      </span>
      <span className={classes['avatar']} aria-hidden="true">
        {initials(user.name, user.email)}
      </span>
      <IconMenu2 size={22} className={classes['burger']} aria-hidden="true" />
    </UnstyledButton>
  );
}
