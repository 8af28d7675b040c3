import { Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { storageQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { Section } from '../../ui/Section.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

/** Above this share of the quota, the page warns that the server will soon refuse uploads. */
const ALMOST_FULL = 0.9;

export function StorageSection() {
  const { data: storage, error, refetch } = useQuery(storageQuery);
  if (error !== null && storage === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (storage === undefined) return <Skeleton height={120} radius="lg" role="status" aria-label={common.loading} />;
  const { used_bytes: used, quota_bytes: quota, files } = storage;
  const share = quota === null ? 0 : Math.min(1, quota === 0 ? 1 : used / quota);
  const count = m.storageSection.files(files);
  return (
    <Section title={m.storageSection.storage}>
      <Text>
        {quota === null
          ? m.storageSection.in(sizeText(used), count)
          : m.storageSection.ofUsedIn(sizeText(used), sizeText(quota), count)}
      </Text>
      {quota !== null && (
        <Progress
          value={share * 100}
          {...(share >= ALMOST_FULL && { color: 'red' })}
          aria-label={m.storageSection.storageUsed}
          mt="sm"
        />
      )}
      {share >= ALMOST_FULL && (
        <Text mt="sm">
          {m.storageSection.makeRoom(share >= 1 ? m.storageSection.storageFull : m.storageSection.storageAlmostFull)}
        </Text>
      )}
      <Text c="dimmed" size="sm" mt="sm">
        {m.storageSection.includesDocumentsTemplates}
      </Text>
    </Section>
  );
}
