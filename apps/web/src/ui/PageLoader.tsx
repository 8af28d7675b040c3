import { Skeleton, Stack } from '@mantine/core';
import { common } from './common.ts';

/** A placeholder for a page that is loading. It matches the placeholder in index.html. */
export function PageLoader() {
  return (
    <Stack gap="lg" role="status" aria-label={common.loading}>
      <Skeleton height={32} width="12rem" maw="60%" />
      <Skeleton height="40vh" />
    </Stack>
  );
}
