import { Skeleton, Stack } from '@mantine/core';

/** The shape of a page while it comes, as index.html shows it before that. */
export function PageLoader() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading">
      <Skeleton height={32} width="12rem" maw="60%" />
      <Skeleton height="40vh" />
    </Stack>
  );
}
