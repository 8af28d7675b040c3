import { Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { storageQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Section } from '../../ui/Section.tsx';
import { sizeText } from '../../ui/size-text.ts';

/** From this level on, a warning is shown before uploads are refused. */
const ALMOST_FULL = 0.9;

export function StorageSection() {
  const { data: storage, error, refetch } = useQuery(storageQuery);
  if (error !== null && storage === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (storage === undefined) return <Skeleton height={120} radius="lg" role="status" aria-label="Loading" />;
  const { used_bytes: used, quota_bytes: quota, files } = storage;
  const share = quota === null ? 0 : Math.min(1, quota === 0 ? 1 : used / quota);
  const count = `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
  return (
    <Section title="Storage">
      <Text>
        {quota === null
          ? `${sizeText(used)} in ${count}. Your storage is unlimited.`
          : `${sizeText(used)} of ${sizeText(quota)} used, in ${count}.`}
      </Text>
      {quota !== null && (
        <Progress
          value={share * 100}
          {...(share >= ALMOST_FULL && { color: 'red' })}
          aria-label="Storage used"
          mt="sm"
        />
      )}
      {share >= ALMOST_FULL && (
        <Text mt="sm">
          {share >= 1 ? 'Your storage is full. Uploads are rejected.' : 'Your storage is almost full.'} Delete documents
          and templates you no longer need, or ask the operator of this server for more storage.
        </Text>
      )}
      <Text c="dimmed" size="sm" mt="sm">
        Includes documents, templates and attachments of live and sandbox. Deleted documents count for 30 more days.
      </Text>
    </Section>
  );
}
