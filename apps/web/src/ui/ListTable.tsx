import { Button, Skeleton, Stack } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { ErrorView } from './ErrorView.tsx';
import { common } from './common.ts';
import { labels } from './labels.ts';
import classes from './Table.module.css';

export type Column<T> = {
  /**
   * The heading above the column. On a phone, the heading is beside each cell except the first one, which contains the
   * name of the row.
   */
  head: string;
  cell: (item: T) => ReactNode;
  className?: string | undefined;
};

/** The query that loads the list. */
type Source = {
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

type Props<T> = {
  /** Describes the list for screen readers. It is not visible. */
  caption: string;
  from: Source;
  /** The items, or undefined until there is a response. */
  items: readonly T[] | undefined;
  keyOf: (item: T) => Key;
  columns: readonly Column<T>[];
  /** The actions at the end of a row. */
  actions?: (item: T) => ReactNode;
  /** Shown for an empty list, with the first step to take. */
  empty: ReactNode;
  /** The label of the button that loads more. */
  more?: string;
  /** Whether rows change automatically. In that case, screen readers announce changes. */
  isLive?: boolean;
  /** Whether the only action of a row is one small button. On a phone, the button is in the corner of the row. */
  isCornerAction?: boolean;
  /** Whether values are clear without their labels. If so, several cells share a line on a phone. */
  isCompact?: boolean;
};

/**
 * Shows a list as a table, with states for loading, failure, an empty list, and more items to load. On a phone, rows
 * become cards.
 */
export function ListTable<T>({ from, items, empty, more = labels.showMore, ...rest }: Props<T>) {
  if (items === undefined)
    return from.error === null ? (
      <Loading />
    ) : (
      <ErrorView order={2} isPart error={from.error} retry={() => void from.refetch()} />
    );
  return (
    <>
      {items.length === 0 && from.hasNextPage !== true ? empty : <Rows items={items} {...rest} />}
      {from.hasNextPage === true && (
        <Button
          variant="subtle"
          fullWidth
          radius={0}
          loading={from.isFetchingNextPage ?? false}
          onClick={() => void from.fetchNextPage?.()}
        >
          {more}
        </Button>
      )}
    </>
  );
}

function Loading() {
  return (
    <Stack p="xl" role="status" aria-label={common.loading}>
      <Skeleton height={16} width="60%" />
      <Skeleton height={16} width="45%" />
    </Stack>
  );
}

type RowsProps<T> = Required<Pick<Props<T>, 'caption' | 'keyOf' | 'columns'>> &
  Pick<Props<T>, 'actions' | 'isLive' | 'isCornerAction' | 'isCompact'> & { items: readonly T[] };

function Rows<T>({ caption, items, keyOf, columns, actions, isLive, isCornerAction, isCompact }: RowsProps<T>) {
  const [first, ...others] = columns;
  return (
    <table
      className={[classes['table'], isCornerAction && classes['corner'], isCompact && classes['compact']]
        .filter(Boolean)
        .join(' ')}
      aria-live={isLive === true ? 'polite' : undefined}
    >
      <caption className={classes['hidden']}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {actions !== undefined && (
            <th scope="col">
              <span className={classes['hidden']}>{labels.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            <th scope="row" className={`${classes['rowHead']} ${first?.className ?? ''}`}>
              {first?.cell(item)}
            </th>
            {others.map(({ head, cell, className }) => (
              <td key={head} data-label={head} className={className}>
                {cell(item)}
              </td>
            ))}
            {actions !== undefined && <td className={classes['action']}>{actions(item)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
