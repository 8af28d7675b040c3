import { Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { m } from './dialog-texts.ts';
import { labels } from '../../ui/labels.ts';

/** A file that the server could not open, and the server's message. */
export type Locked = { file: File; message: string };

type Props = { locked: Locked; open: (password: string) => void; close: () => void };

/** Asks for the password of an encrypted PDF and uploads the file again with it. */
export function PasswordDialog({ locked, open, close }: Props) {
  const [password, setPassword] = useState('');
  return (
    <Modal opened onClose={close} title={m.passwordDialog.enterPasswordOfPdf} closeOnClickOutside={false}>
      <DialogForm
        submit={() => {
          if (password !== '') open(password);
        }}
      >
        <Stack gap="md">
          <Text fw={560} dir="auto" truncate>
            {locked.file.name}
          </Text>
          <Text role="alert">{locked.message}</Text>
          <PasswordInput
            label={labels.password}
            description={m.passwordDialog.usedOnceToOpenFile}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="off"
            maxLength={500}
            data-autofocus
          />
          <DialogActions close={close} isPending={false} isDisabled={password === ''}>
            {m.passwordDialog.upload}
          </DialogActions>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
