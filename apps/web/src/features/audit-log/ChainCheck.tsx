import { Progress, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chainCheckQuery } from './queries.ts';
import { m } from './texts.ts';
import classes from './AuditLog.module.css';

/** Verifies all chains in batches, and shows progress and result. */
export function ChainCheck() {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(chainCheckQuery);
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const pages = data?.pages ?? [];
  const chains = pages.reduce((sum, page) => sum + page.chains, 0);
  const entries = pages.reduce((sum, page) => sum + page.entries, 0);
  const total = pages[0]?.total ?? 0;
  const broken = pages.flatMap((page) => page.broken);
  const contradictions = pages.flatMap((page) => page.contradictions);
  const isDone = data !== undefined && !hasNextPage;
  const count = m.chainCheck.inChains(m.chainCheck.entries(entries), chains);
  return (
    <div className={classes['check']} role="status">
      {error !== null && <Text>{m.chainCheck.chainsCouldNotBeVerified(error.message)}</Text>}
      {error === null && broken.length + contradictions.length === 0 && (
        <Text className={isDone ? classes['good'] : undefined}>
          {isDone ? m.chainCheck.verified(count) : m.chainCheck.verifyingChains}
        </Text>
      )}
      {broken.length > 0 && (
        <Text className={classes['bad']}>
          {m.chainCheck.chainsDoNotVerify(
            broken.length,
            broken
              .slice(0, 5)
              .map(({ stream, message }) => `${stream}: ${message}`)
              .join(' '),
          )}
        </Text>
      )}
      {contradictions.length > 0 && (
        <Text className={classes['bad']}>
          {m.chainCheck.storedFactsContradictAuditTrail(
            contradictions.length,
            contradictions
              .slice(0, 5)
              .map(({ documentId, message }) => `${documentId}: ${message}`)
              .join(' '),
          )}
        </Text>
      )}
      {!isDone && error === null && total > 0 && (
        <Progress value={(100 * chains) / total} mt={6} aria-label={m.chainCheck.chainsVerified} />
      )}
    </div>
  );
}
