import { Button, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { TemplateRole } from '@countersign/contract';
import { PROOFS } from '../send/proofs.ts';
import { ContactInput } from '../../ui/ContactInput.tsx';
import { labels } from '../../ui/labels.ts';
import { mustSign, type Person, ROLE_WORDS } from './roles.ts';
import { m } from './texts.ts';
import classes from './Templates.module.css';

type Props = {
  role: Pick<TemplateRole, 'name' | 'role' | 'requireTwoFactor'>;
  person: Person | undefined;
  /** Errors by `<role>.name`, `<role>.email` and `<role>.secondEmail`. */
  faults: Readonly<Record<string, string>>;
  edit: (values: Partial<Person>) => void;
  /** The signed-in person, who is offered for the role. Null if that person already has a role. */
  me: { name: string; email: string } | null;
};

/** Edits the person who takes a role in a template. */
export function PersonFields({ role: { name: role, role: kind, requireTwoFactor }, person, faults, edit, me }: Props) {
  return (
    <fieldset className={classes['person']}>
      <legend>
        {role}{' '}
        <Text span fz="xs" c="dimmed">
          {ROLE_WORDS[kind]}
          {mustSign(kind) ? '' : m.useDialog.optional}
        </Text>
        {me !== null && (person?.email ?? '') === '' && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml="xs"
            aria-label={m.useDialog.meAs(role)}
            onClick={() => edit({ name: me.name, email: me.email })}
          >
            {m.useDialog.me}
          </Button>
        )}
      </legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <ContactInput
          aria-label={m.useDialog.nameOf(role)}
          placeholder={labels.name}
          maxLength={120}
          value={person?.name ?? ''}
          error={faults[`${role}.name`]}
          onChange={(name) => edit({ name })}
          pick={({ name, email }) => edit({ name, email })}
        />
        <ContactInput
          aria-label={m.useDialog.eMailOf(role)}
          placeholder="name@example.com"
          type="email"
          maxLength={254}
          value={person?.email ?? ''}
          error={faults[`${role}.email`]}
          onChange={(email) => edit({ email })}
          pick={({ name, email }) => edit({ name, email })}
        />
        <Select
          aria-label={m.useDialog.authenticationOf(role)}
          size="xs"
          allowDeselect={false}
          // The authentication required by the template cannot be weakened when the template is used.
          data={PROOFS.filter(({ value }) => value !== 'link' || requireTwoFactor === undefined)}
          value={person?.proof ?? 'link'}
          onChange={(value) => edit({ proof: value ?? 'link' })}
        />
        {person?.proof === 'email-code' && (
          <TextInput
            aria-label={m.useDialog.secondEMailOf(role)}
            placeholder={m.useDialog.secondAddressForCodes}
            type="email"
            maxLength={254}
            autoComplete="off"
            value={person.secondEmail}
            error={faults[`${role}.secondEmail`]}
            onChange={(event) => edit({ secondEmail: event.currentTarget.value })}
          />
        )}
      </SimpleGrid>
    </fieldset>
  );
}
