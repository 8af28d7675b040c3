import { Alert, Checkbox, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { faultsByField } from '../../api/errors.ts';
import { invitationsQuery, type Member } from './queries.ts';
import { sessionQuery } from '../../api/queries.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { listed } from '../../ui/listed.ts';
import { isEmailAddress } from '../../ui/people.ts';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { type Role, ROLES } from './roles.ts';
import { m } from './member-texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

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
      email: (value) => (isEmailAddress(value) ? null : m.memberDialogs.enterEMailAddress),
      name: (value) => (value.trim() === '' ? labels.enterName : null),
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
      if (user.status === 'active')
        toastDone(m.memberDialogs.memberAdded, m.memberDialogs.getsEMailToChoose(user.email));
      else toastDone(m.memberDialogs.invitationSent, m.memberDialogs.hasFourteenDaysToAccept(user.email));
      close();
    },
    onError: (error) => form.setErrors(faultsByField(error, ['email', 'name'])),
  });
  return (
    <DialogForm submit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          {m.memberDialogs.peopleWithAddressInVerified}
        </Text>
        <FormError error={invite.error} atFields />
        <TextInput
          label={m.memberDialogs.eMail}
          type="email"
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput label={labels.name} autoComplete="off" maxLength={120} {...form.getInputProps('name')} />
        <RoleRadios label={labels.role} roles={['member', 'admin']} {...form.getInputProps('role')} />
        <DialogActions close={close} isPending={invite.isPending}>
          {m.memberDialogs.add}
        </DialogActions>
      </Stack>
    </DialogForm>
  );
}

export function InviteDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={m.memberDialogs.addMember}>
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
      toastDone(m.memberDialogs.isNow(now.name, ROLES[now.role].label));
      changed();
      close();
    },
  });
  const roles: readonly Role[] = session.role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'];
  const wanted = roles.find((known) => known === role);
  return (
    <Stack gap="md">
      <FormError error={change.error} />
      <RoleRadios label={m.memberDialogs.roleOf(member.name)} roles={roles} value={role} onChange={setRole} />
      {member.id === session.user.id && role !== member.role && (
        <Alert variant="light" color="red">
          {m.memberDialogs.ownRole}
        </Alert>
      )}
      <DialogActions
        close={close}
        isPending={change.isPending}
        isDisabled={wanted === undefined || role === member.role}
        act={() => wanted !== undefined && change.mutate(wanted)}
      >
        {m.memberDialogs.changeRole}
      </DialogActions>
    </Stack>
  );
}

export function RoleDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title={m.memberDialogs.changeRole}>
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
        documents > 0 && m.memberDialogs.documentsHandedOver(documents),
        keysHandedOver > 0 && m.memberDialogs.keysToo(keysHandedOver),
        keysEnded > 0 && m.memberDialogs.keysEnded(keysEnded),
      ].filter((part) => part !== false);
      toastDone(
        m.memberDialogs.isRemoved(member.name),
        parts.length === 0 ? undefined : m.memberDialogs.outcome(listed(parts, 'unit')),
      );
      changed();
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>{phrase(m.memberDialogs.losesAccessAtOnce(<b>{member.name}</b>))}</Text>
      <FormError error={remove.error} />
      <Checkbox
        label={m.memberDialogs.takeOverApiKeys}
        description={m.memberDialogs.otherwiseProgramsUseStopWorking}
        checked={keys}
        onChange={(event) => setKeys(event.currentTarget.checked)}
      />
      <DialogActions close={close} isPending={remove.isPending} act={() => remove.mutate()} isFinal>
        {labels.remove}
      </DialogActions>
    </Stack>
  );
}

export function RemoveDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title={m.memberDialogs.removeMember}>
      {member !== null && <RemoveForm member={member} close={close} />}
    </Modal>
  );
}

function ResetForm({ member, close }: MemberProps) {
  const reset = useMutation({
    mutationFn: () => call(api.resetMemberTwoFactor, { params: { userId: member.id } }),
    onSuccess: () => {
      toastDone(m.memberDialogs.secondFactorReset, m.memberDialogs.signedOutEverywhereAndSigns(member.name));
      close();
    },
  });
  return (
    <Stack gap="md">
      <Text>{phrase(m.memberDialogs.forMemberWhoLostDevice(<b>{member.name}</b>))}</Text>
      <FormError error={reset.error} />
      <DialogActions close={close} isPending={reset.isPending} act={() => reset.mutate()} isFinal>
        {m.memberDialogs.reset}
      </DialogActions>
    </Stack>
  );
}

export function ResetFactorsDialog({ member, close }: { member: Member | null; close: () => void }) {
  return (
    <Modal opened={member !== null} onClose={close} title={m.memberDialogs.resetSecondFactor}>
      {member !== null && <ResetForm member={member} close={close} />}
    </Modal>
  );
}
