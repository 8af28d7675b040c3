import { Text } from '@mantine/core';
import { Section } from '../../ui/Section.tsx';
import { ROLES } from './roles.ts';
import { m } from './member-texts.ts';
import classes from './Members.module.css';

/** Describes the permissions of each role in sentences. */
export function Permissions() {
  return (
    <Section title={m.permissions.title}>
      <div className={classes['roles']}>
        {(['member', 'admin', 'owner'] as const).map((role) => (
          <div key={role}>
            <Text component="h3" fw={600} fz="sm" m={0}>
              {ROLES[role].label}
            </Text>
            <ul>
              {ROLES[role].permissions.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
