import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { invitationsQuery, type Member } from './queries.ts';
import { type Session, sessionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { isEmailAddress } from '../../ui/people.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';

type Role = Session['role'];
export const ROLES: Record<Role, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Everything, including billing and deletion. Only owners can remove owners.' },
  admin: { label: 'Administrator', text: 'All documents, people, keys and security settings. No billing.' },
  member: { label: 'Member', text: 'Sends documents and sees their own.' },
};

function RoleRadios({ roles, ...props }: { roles: readonly Role[]; label: string } & Record<string, unknown>) {
  return (
    <Radio.Group {...props}>
      <Stack gap={10} mt={8}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={ROLES[role].label} description={ROLES[role].text} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { email: '', name: '', role: 'member' },
    validate: {
      email: (value) => (isEmailAddress(value) ? null : 'Enter an e-mail address such as name@example.com.'),
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
    },
  });
  const invite = useMutation({
    mutationFn: ({ email, name, role }: typeof form.values) =>
      call(api.createUser, {
        body: {
          email: email.trim(),
          role: role === 'admin' ? 'admin' : 'member',
          name: name.trim(),
        },
      }),
    onSuccess: ({ user }) => {
      void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      if (user.status === 'active') toastDone('Member added', `${user.email} gets an e-mail to choose a password.`);
      else toastDone('Invitation sent', `${user.email} has 14 days to accept it.`);
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['email', 'name'])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))} noValidate>
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          People with an address in a verified domain become members at once. Everyone else gets an invitation.
        </Text>
        <FormError error={invite.error} atFields />
        <TextInput label="E-mail" type="email" data-autofocus autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Name" autoComplete="off" maxLength={120} {...form.getInputProps('name')} />
        <RoleRadios label="Role" roles={['member', 'admin']} {...form.getInputProps('role')} />
        <DialogActions close={close} isPending={invite.isPending}>
          Add
        </DialogActions>
      </Stack>
    </form>
  );
}

export function InviteDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Add a member">
      <InviteForm close={close} />
    </Modal>
  );
}

type MemberProps = { member: Member; close: () => void };

function useMembersChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['members'] });
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

function RoleForm({ member, close }: MemberProps) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const changed = useMembersChanged();
  const [role, setRole] = useState<string>(member.role);
  const change = useMutation({
    mutationFn: (wanted: Role) => call(api.updateMember, { params: { userId: member.id }, body: { role: wanted } }),
    onSuccess: ({ member: now }) => {
      toastDone(`${now.name} is now ${ROLES[now.role].label.toLowerCase()}`);
      changed();
      close();
    },
  });
  const roles: readonly Role[] = session.role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  const wanted = roles.find((known) => known === role);
  return (
    <Stack gap="md">
      <FormError error={change.error} />
      <RoleRadios label={`Role of ${member.name}`} roles={roles} value={role} onChange={setRole} />
      {member.id === session.user.id && role !== member.role && (
        <Alert variant="light" color="red">
          This is your own role. You cannot undo this change yourself.
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={wanted === undefined || role === member.role}
          loading={change.isPending}
          onClick={() => wanted !== undefined && change.mutate(wanted)}
        >
          Change role
        </Button>
      </Group>
    </Stack>
  );
}

export function RoleDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title="Change role">
      {member !== null && <RoleForm member={member} close={close} />}
    </Modal>
  );
}

function RemoveForm({ member, close }: MemberProps) {
  const changed = useMembersChanged();
  const [keys, setKeys] = useState(true);
  const remove = useMutation({
    mutationFn: () =>
      call(api.removeMember, { params: { userId: member.id }, query: { handOverKeys: keys ? 'true' : 'false' } }),
    onSuccess: ({ documents, keysEnded, keysHandedOver }) => {
      const parts = [
        documents > 0 && `${documents} ${documents === 1 ? 'document' : 'documents'} now belong to you`,
        keysHandedOver > 0 && `${keysHandedOver} ${keysHandedOver === 1 ? 'key' : 'keys'} too`,
        keysEnded > 0 && `${keysEnded} ${keysEnded === 1 ? 'key' : 'keys'} ended`,
      ].filter((part) => part !== false);
      toastDone(`${member.name} is removed`, parts.length === 0 ? undefined : `${parts.join(', ')}.`);
      changed();
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        <b>{member.name}</b> loses access at once and gets an e-mail. You become the owner of their documents. Documents
        that are out for signing continue.
      </Text>
      <FormError error={remove.error} />
      <Checkbox
        label="Take over their API keys"
        description="Otherwise, programs that use them stop working."
        checked={keys}
        onChange={(event) => setKeys(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

export function RemoveDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title="Remove this member?">
      {member !== null && <RemoveForm member={member} close={close} />}
    </Modal>
  );
}

function ResetForm({ member, close }: MemberProps) {
  const reset = useMutation({
    mutationFn: () => call(api.resetMemberTwoFactor, { params: { userId: member.id } }),
    onSuccess: () => {
      toastDone('Second factor reset', `${member.name} is signed out everywhere and signs in with the password only.`);
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>
        For a member who lost their device and recovery codes. This removes all second factors of <b>{member.name}</b>{' '}
        and signs them out everywhere. Call them to make sure that the request is genuine.
      </Text>
      <FormError error={reset.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={reset.isPending} onClick={() => reset.mutate()}>
          Reset
        </Button>
      </Group>
    </Stack>
  );
}

export function ResetFactorsDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title="Reset the second factor?">
      {member !== null && <ResetForm member={member} close={close} />}
    </Modal>
  );
}
