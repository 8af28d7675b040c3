import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import { DialogFooter } from '../../ui/DialogActions.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone } from '../../ui/toast.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Security.module.css';

function textOf(codes: readonly string[], email: string): string {
  return [
    m.recoveryCodes.countersignRecoveryCodes,
    m.recoveryCodes.account(email),
    m.recoveryCodes.made(dayOf(new Date())),
    '',
    m.recoveryCodes.eachCodeReplacesSecondFactor,
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
 * Shows recovery codes, which are displayed only once. Closing requires confirmation that the codes are saved, because
 * losing both the device and the codes locks the account.
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
    void navigator.clipboard
      .writeText(text)
      .then(() => toastDone(labels.copied, m.recoveryCodes.pasteIntoPasswordManager));
  return (
    <Modal
      opened={codes !== null}
      onClose={finish}
      title={m.recoveryCodes.recoveryCodes}
      size={620}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md" className={classes['printed']}>
        <Alert variant="light">{m.recoveryCodes.ifLoseDeviceSign}</Alert>
        <ol className={classes['codes']} aria-label={m.recoveryCodes.recoveryCodesAriaLabel}>
          {(codes ?? []).map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group gap={8} className={classes['unprinted']}>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => download(text)}>
            {labels.download}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => globalThis.print()}>
            {m.recoveryCodes.print}
          </Button>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
            {labels.copy}
          </Button>
        </Group>
        <Checkbox
          className={classes['unprinted']}
          label={m.recoveryCodes.iHaveSavedCodes}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <DialogFooter>
          <Button disabled={!kept} onClick={finish}>
            {m.recoveryCodes.done}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
