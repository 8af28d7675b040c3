import { Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DialogFooter } from './DialogActions.tsx';
import { m } from './part-texts.ts';
import { labels } from './labels.ts';
import classes from './SecretValue.module.css';

type Props = {
  value: string;
  /** The label for screen readers. */
  label: string;
  /** Explains why the secret cannot be shown again. */
  why: string;
  close: () => void;
  children?: ReactNode;
};

/** Shows a secret that cannot be shown again. */
export function SecretValue({ value, label, why, close, children }: Props) {
  return (
    <Stack gap="md">
      <Text>{m.secretValue.copyNowAndKeep(why)}</Text>
      <Code block className={classes['value']} aria-label={label} tabIndex={0}>
        {value}
      </Code>
      {children}
      <DialogFooter>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              data-autofocus
            >
              {copied ? labels.copied : labels.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{m.secretValue.iHaveSaved}</Button>
      </DialogFooter>
    </Stack>
  );
}
