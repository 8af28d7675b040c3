import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '@countersign/client';
import { explain } from '../api/errors.ts';
import { m } from './texts.ts';
import { phrase } from './phrase.ts';
import classes from './ErrorView.module.css';

/** Whether a retry would get the same response. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

type Props = {
  error: unknown;
  retry?: () => void;
  order?: 1 | 2;
  /** Whether the error is shown within a panel. */
  isPart?: boolean;
  children?: ReactNode;
};

/** Shown if a page or a part of it could not be loaded. Explains the error, which data was kept, and the next step. */
export function ErrorView({ error, retry, order = 1, isPart = false, children }: Props) {
  const { title, detail, requestId } = explain(error);
  return (
    <div className={`${classes['root']} ${isPart ? classes['part'] : ''}`} role="alert">
      <Stack gap="sm" align="flex-start">
        <Title order={order} fz="lg">
          {title}
        </Title>
        <Text c="dimmed">{detail}</Text>
        {requestId !== null && (
          <Text fz="xs" c="dimmed">
            {phrase(m.errorView.requestId(<code className={classes['id']}>{requestId}</code>))}
          </Text>
        )}
        <Group mt="xs">
          {retry !== undefined && !isFinal(error) && (
            <Button leftSection={<IconRefresh size={16} />} onClick={retry}>
              {m.errorView.tryAgain}
            </Button>
          )}
          {children}
        </Group>
      </Stack>
    </div>
  );
}
