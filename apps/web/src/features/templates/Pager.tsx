import { Button, Group, Text } from '@mantine/core';

type Props = {
  pagination: { page: number; totalPages: number; hasMore: boolean };
  show: (page: number) => void;
};

/** Hidden if there is only one page. */
export function Pager({ pagination: { page, totalPages, hasMore }, show }: Props) {
  if (totalPages <= 1) return null;
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label="Pages">
      <Text fz="sm" c="dimmed" aria-live="polite">
        Page {page} of {totalPages}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page === 1} onClick={() => show(page - 1)}>
          Previous
        </Button>
        <Button variant="default" size="xs" disabled={!hasMore} onClick={() => show(page + 1)}>
          Next
        </Button>
      </Group>
    </Group>
  );
}
