import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';

/** A file that the server could not open, and its message. */
export type Locked = { file: File; message: string };

type Props = { locked: Locked; open: (password: string) => void; close: () => void };

/** Asks for the password of an encrypted PDF and uploads the file again with it. */
export function PasswordDialog({ locked, open, close }: Props) {
  const [password, setPassword] = useState('');
  return (
    <Modal opened onClose={close} title="Enter the password of this PDF" closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') open(password);
        }}
      >
        <Stack gap="md">
          <Text fw={560} truncate>
            {locked.file.name}
          </Text>
          <Text role="alert">{locked.message}</Text>
          <PasswordInput
            label="Password"
            description="Used once to open the file. It is not stored. Recipients do not need a password."
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="off"
            maxLength={500}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={password === ''}>
              Upload
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
