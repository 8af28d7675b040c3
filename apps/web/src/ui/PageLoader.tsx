import { Skeleton, Stack } from '@mantine/core';
import { common } from './common.ts';

/** A placeholder for a page while it loads, the same as in index.html. */
export function PageLoader() {
  return (
    <Stack gap="lg" role="status" aria-label={common.loading}>
      <Skeleton height={32} width="12rem" maw="60%" />
      <Skeleton height="40vh" />
    </Stack>
  );
}
