import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { contactsQuery } from '../../api/contacts.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { Section } from '../../ui/Section.tsx';
import { toastDone } from '../../ui/toast.ts';
import { m } from './profile-texts.ts';
import { labels } from '../../ui/labels.ts';

/** Shows the address book setting if the organization has turned on the address book. */
export function ContactsSection() {
  const queryClient = useQueryClient();
  const { data } = useQuery(contactsQuery);
  const [asked, setAsked] = useState(false);
  const clear = useMutation({
    mutationFn: () => call(api.clearContacts, {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
      setAsked(false);
      toastDone(m.contacts.cleared);
    },
  });
  if (data?.enabled !== true) return null;
  const { total } = data.pagination;
  return (
    <Section
      title={m.contacts.title}
      text={m.contacts.text}
      action={
        total > 0 && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {m.contacts.clearDialog}
          </Button>
        )
      }
    >
      <Text c="dimmed">{total === 0 ? labels.noneYet : m.contacts.people(total)}</Text>
      <Modal opened={asked} onClose={() => setAsked(false)} title={m.contacts.clearTitle}>
        <Stack gap="md">
          <Text>{m.contacts.clearText}</Text>
          <FormError error={clear.error} />
          <DialogActions close={() => setAsked(false)} isPending={clear.isPending} act={() => clear.mutate()} isFinal>
            {m.contacts.clear}
          </DialogActions>
        </Stack>
      </Modal>
    </Section>
  );
}
