import { Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import type { PublicLink, Template } from '@countersign/contract';
import { call } from '../../api/client.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { labels } from '../../ui/labels.ts';
import { toastDone } from '../../ui/toast.ts';
import { PersonFields } from './PersonFields.tsx';
import { endOfDay, localDay, peopleOf, visitorRoles } from './public-link.ts';
import { publicLinksQuery } from './queries.ts';
import { judgePeople, type People, type Person, usedPeople } from './roles.ts';
import { m } from './texts.ts';

type Props = {
  template: Template;
  /** The link to change. Null for a new link. */
  link: PublicLink | null;
  isOpen: boolean;
  close: () => void;
};

export function PublicLinkDialog({ isOpen, ...props }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={props.close}
      title={props.link === null ? m.publicLinks.create : m.publicLinks.changeTitle}
      size={560}
    >
      {isOpen && <LinkForm {...props} />}
    </Modal>
  );
}

function LinkForm({ template, link, close }: Omit<Props, 'isOpen'>) {
  const queryClient = useQueryClient();
  const choices = visitorRoles(template);
  const [role, setRole] = useState(link?.role ?? choices[0] ?? '');
  const [people, setPeople] = useState<People>(() => peopleOf(template, link));
  const [limit, setLimit] = useState(link?.daily_limit ?? 50);
  const [day, setDay] = useState(localDay(link?.expires_at ?? null));
  const [tried, setTried] = useState(false);
  const others = template.roles.filter(({ name }) => name.toLowerCase() !== role.toLowerCase());
  const faults = judgePeople(others, people);
  const saving = useMutation({
    mutationFn: async () => {
      const signers = usedPeople(others, people);
      // If the day has not changed, the time of day is kept as well, so that saving does not change the expiry.
      const expiresAt = day === localDay(link?.expires_at ?? null) ? (link?.expires_at ?? null) : endOfDay(day);
      const body = { signers, dailyLimit: limit, expiresAt };
      return link === null
        ? call(api.createPublicLink, { params: { id: template.id }, body: { role, ...body } })
        : call(api.updatePublicLink, { params: { id: template.id, linkId: link.id }, body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: publicLinksQuery(template.id).queryKey });
      close();
      toastDone(link === null ? m.publicLinks.created : m.templatePage.saved);
    },
  });
  const edit = (name: string, values: Partial<Person>) =>
    setPeople((before) => {
      const person = before[name];
      return person === undefined ? before : { ...before, [name]: { ...person, ...values } };
    });
  return (
    <DialogForm
      submit={() => {
        setTried(true);
        if (Object.keys(faults).length === 0) saving.mutate();
      }}
    >
      <Stack gap="md">
        {link === null ? (
          <Select
            label={m.publicLinks.visitor}
            description={m.publicLinks.visitorText}
            data={choices}
            allowDeselect={false}
            value={role}
            onChange={(value) => setRole(value ?? role)}
          />
        ) : (
          <Text>{m.publicLinks.signsAs(role)}</Text>
        )}
        {others.length > 0 && (
          <Stack gap="sm" role="group" aria-label={m.publicLinks.others}>
            <Text fw={580}>{m.publicLinks.others}</Text>
            {others.map((other) => (
              <PersonFields
                key={other.name}
                role={other}
                person={people[other.name]}
                faults={tried ? faults : {}}
                edit={(values) => edit(other.name, values)}
                me={null}
              />
            ))}
          </Stack>
        )}
        <NumberInput
          label={m.publicLinks.dailyLimit}
          min={1}
          max={1000}
          clampBehavior="strict"
          allowDecimal={false}
          value={limit}
          onChange={(value) => setLimit(Number(value) || 1)}
        />
        <TextInput
          type="date"
          label={m.publicLinks.lastDay}
          description={m.publicLinks.lastDayText}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <FormError error={saving.error} />
        <DialogActions close={close} isPending={saving.isPending}>
          {link === null ? m.publicLinks.create : labels.save}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}
