/** Changes the recipients of a document that nobody has signed, and removes a recipient who has not signed. */
import { ActionIcon, Alert, Button, Group, Modal, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import type { Document } from '../../api/queries.ts';
import { ContactInput } from '../../ui/ContactInput.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { isEmailAddress } from '../../ui/people.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { ROLES } from '../send/proofs.ts';
import { useDocumentChanged } from './SendersDialogs.tsx';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

type Signer = Document['signers'][number];
type Row = { key: string; id?: Signer['id']; name: string; email: string; role: Signer['role'] };
type DialogProps = { document: Document; close: () => void };

const rowOf = ({ id, name, email, role }: Signer): Row => ({ key: id, id, name, email, role });

function faultsOf(rows: readonly Row[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, { name, email }] of rows.entries()) {
    if (name.trim() === '') faults[`signers[${index}].name`] = labels.enterName;
    if (!isEmailAddress(email)) faults[`signers[${index}].email`] = m.changeRecipientsDialog.enterEMailAddress;
  }
  return faults;
}

export function ChangeRecipientsDialog({ document, close }: DialogProps) {
  const changed = useDocumentChanged(document.id);
  const [rows, setRows] = useState<readonly Row[]>(() => document.signers.map(rowOf));
  const [inOrder, setInOrder] = useState(document.signing_order === 'sequential');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [added, setAdded] = useState(0);
  const save = useMutation({
    mutationFn: () =>
      call(api.changeRecipients, {
        params: { id: document.id },
        body: {
          signers: rows.map(({ id, name, email, role }) => ({
            ...(id !== undefined && { id }),
            name: name.trim(),
            email: email.trim(),
            role,
          })),
          signingOrder: inOrder ? 'sequential' : 'parallel',
        },
      }),
    onSuccess: async ({ document: now }) => {
      toastDone(m.changeRecipientsDialog.recipientsChanged, m.changeRecipientsDialog.everyoneWhoInvitedGetsE);
      await changed(now);
      close();
    },
    onError: (error) =>
      setFaults(
        faultsByField(
          error,
          rows.flatMap((_, index) => [`signers[${index}].name`, `signers[${index}].email`]),
        ),
      ),
  });
  const edit = (at: number, change: Partial<Row>): void =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  const move = (from: number, to: number): void => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    setRows(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = faultsOf(rows);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <Modal opened onClose={close} title={m.changeRecipientsDialog.changeRecipients} size="xl">
      <DialogForm submit={submit}>
        <Stack gap="md">
          <Text>{m.changeRecipientsDialog.serverPreparesDocumentAgain}</Text>
          <FormError error={save.error} atFields={Object.keys(faults).length > 0} />
          {rows.map(({ key, name, email, role }, index) => (
            <Group key={key} align="flex-start" wrap="wrap" gap="xs">
              <ContactInput
                flex="1 1 12rem"
                label={m.changeRecipientsDialog.nameOfRecipient(index + 1)}
                maxLength={120}
                value={name}
                error={faults[`signers[${index}].name`]}
                onChange={(typed) => edit(index, { name: typed })}
                pick={(person) => edit(index, { name: person.name, email: person.email })}
              />
              <ContactInput
                flex="1 1 12rem"
                label={m.changeRecipientsDialog.eMailOfRecipient(index + 1)}
                type="email"
                maxLength={254}
                value={email}
                error={faults[`signers[${index}].email`]}
                onChange={(typed) => edit(index, { email: typed })}
                pick={(person) => edit(index, { name: person.name, email: person.email })}
              />
              <Select
                flex="1 1 10rem"
                label={m.changeRecipientsDialog.roleOfRecipient(index + 1)}
                data={[...ROLES]}
                value={role}
                allowDeselect={false}
                onChange={(value) => edit(index, { role: value ?? 'signer' })}
              />
              <Group gap={4} mt={{ base: 0, sm: 26 }} wrap="nowrap">
                <ActionIcon
                  size="lg"
                  variant="default"
                  aria-label={m.changeRecipientsDialog.moveRecipientUp(index + 1)}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  variant="default"
                  aria-label={m.changeRecipientsDialog.moveRecipientDown(index + 1)}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  variant="default"
                  aria-label={m.changeRecipientsDialog.removeRecipient(index + 1)}
                  disabled={rows.length === 1}
                  onClick={() => setRows(rows.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => {
                setAdded(added + 1);
                setRows([...rows, { key: `new-${added}`, name: '', email: '', role: 'signer' }]);
              }}
            >
              {m.changeRecipientsDialog.addRecipient}
            </Button>
          </Group>
          <Switch
            label={m.changeRecipientsDialog.recipientsSignInOrder}
            checked={inOrder}
            onChange={(event) => setInOrder(event.currentTarget.checked)}
          />
          <DialogActions close={close} isPending={save.isPending}>
            {m.changeRecipientsDialog.changeRecipients}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}

export function RemoveRecipientDialog({ document, signer, close }: DialogProps & { signer: Signer }) {
  const changed = useDocumentChanged(document.id);
  const remove = useMutation({
    mutationFn: () => call(api.removeRecipient, { params: { id: document.id, signerId: signer.id } }),
    onSuccess: async ({ document: now }) => {
      toastDone(
        m.changeRecipientsDialog.recipientRemoved,
        now.status === 'completed' ? m.changeRecipientsDialog.everyoneElseHasSigned : undefined,
      );
      await changed(now);
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={m.changeRecipientsDialog.remove(signer.name)}>
      <DialogForm
        submit={() => {
          remove.mutate();
        }}
      >
        <Stack gap="md">
          <FormError error={remove.error} />
          <Text>{m.changeRecipientsDialog.linkOfEndsAtOnce(signer.email)}</Text>
          {document.signers.every(({ id, status }) => id === signer.id || status === 'signed') && (
            <Alert variant="light">{m.changeRecipientsDialog.everyoneElseHasSignedSoDocument}</Alert>
          )}
          <DialogActions close={close} isPending={remove.isPending} isFinal>
            {m.changeRecipientsDialog.removeRecipientText}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
