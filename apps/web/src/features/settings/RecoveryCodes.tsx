import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { dayOf } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import classes from './Settings.module.css';

function textOf(codes: readonly string[], email: string): string {
  return [
    'Countersign recovery codes',
    `Account: ${email}`,
    `Made: ${dayOf(new Date())}`,
    '',
    'Each code replaces your second factor once. Keep them in a safe place.',
    '',
    ...codes,
    '',
  ].join('\r\n');
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'countersign-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Shown once. Closing requires confirmation that they are saved, since losing both device and codes locks the account.
 */
export function RecoveryCodesDialog({ codes, close }: { codes: readonly string[] | null; close: () => void }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [kept, setKept] = useState(false);
  const text = textOf(codes ?? [], session.user.email);
  const finish = () => {
    setKept(false);
    close();
  };
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => toastDone('Copied', 'Paste them into your password manager.'));
  return (
    <Modal
      opened={codes !== null}
      onClose={finish}
      title="Your recovery codes"
      size={620}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md" className={classes['printed']}>
        <Alert variant="light">
          If you lose your device, sign in with one of these codes. Each works once. They are shown only now. Keep them
          in a safe place, not on the device itself.
        </Alert>
        <ol className={classes['codes']} aria-label="Recovery codes">
          {(codes ?? []).map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group gap={8} className={classes['unprinted']}>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => download(text)}>
            Download
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => globalThis.print()}>
            Print
          </Button>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
            Copy
          </Button>
        </Group>
        <Checkbox
          className={classes['unprinted']}
          label="I have saved these codes"
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end" className={classes['unprinted']}>
          <Button disabled={!kept} onClick={finish}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
