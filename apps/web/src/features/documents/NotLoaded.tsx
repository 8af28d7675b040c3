import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { common } from '../../ui/common.ts';
import { m } from './link-texts.ts';

type Props = { of: { isError: boolean; isFetching: boolean; refetch: () => unknown }; failed: string };

/** Shown while views or folders are loading, or if they could not be loaded. */
export const NotLoaded = ({ of, failed }: Props) =>
  of.isError ? (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed" role="alert">
        {failed}
      </Text>
      <Group>
        <Button variant="default" size="xs" loading={of.isFetching} onClick={() => void of.refetch()}>
          {m.places.tryAgain}
        </Button>
      </Group>
    </Stack>
  ) : (
    <Stack gap="sm" role="status" aria-label={common.loading}>
      <Skeleton height={16} width="70%" />
      <Skeleton height={16} width="55%" />
    </Stack>
  );
