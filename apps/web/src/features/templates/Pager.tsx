import { Button, Group, Text } from '@mantine/core';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Props = {
  pagination: { page: number; totalPages: number; hasMore: boolean };
  show: (page: number) => void;
};

/** The pager is hidden if there is only one page. */
export function Pager({ pagination: { page, totalPages, hasMore }, show }: Props) {
  if (totalPages <= 1) return null;
  return (
    <Group justify="space-between" mt="md" component="nav" aria-label={m.pager.pages}>
      <Text fz="sm" c="dimmed" aria-live="polite">
        {m.pager.pageOf(page, totalPages)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page === 1} onClick={() => show(page - 1)}>
          {common.previous}
        </Button>
        <Button variant="default" size="xs" disabled={!hasMore} onClick={() => show(page + 1)}>
          {common.next}
        </Button>
      </Group>
    </Group>
  );
}
