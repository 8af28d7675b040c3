import { Button, Skeleton, Stack } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { ErrorView } from './ErrorView.tsx';
import classes from './Table.module.css';

export type Column<T> = {
  /** Above the column; on a phone beside each cell but the first, which names its row. */
  head: string;
  cell: (item: T) => ReactNode;
  className?: string | undefined;
};

/** Where the list comes from: the result of a query as it is. */
type Source = {
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

type Props<T> = {
  /** What is listed; read out and not shown. */
  caption: string;
  from: Source;
  /** Undefined until there is an answer. */
  items: readonly T[] | undefined;
  keyOf: (item: T) => Key;
  columns: readonly Column<T>[];
  /** What can be done with a row, at its end. */
  actions?: (item: T) => ReactNode;
  /** Shown where there is nothing to list: what to do first. */
  empty: ReactNode;
  /** On the button that fetches what follows. */
  more?: string;
  /** Rows change by themselves, and changes are read out. */
  isLive?: boolean;
};

/** A list as a table: while it loads, when it could not be loaded, empty, and with more to fetch. Rows become cards on a phone. */
export function ListTable<T>({ from, items, empty, more = 'Show more', ...rest }: Props<T>) {
  if (items === undefined)
    return from.error === null ? (
      <Loading />
    ) : (
      <ErrorView order={2} error={from.error} retry={() => void from.refetch()} />
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
    <Stack p="xl" role="status" aria-label="Loading">
      <Skeleton height={16} width="60%" />
      <Skeleton height={16} width="45%" />
    </Stack>
  );
}

type RowsProps<T> = Required<Pick<Props<T>, 'caption' | 'keyOf' | 'columns'>> &
  Pick<Props<T>, 'actions' | 'isLive'> & { items: readonly T[] };

function Rows<T>({ caption, items, keyOf, columns, actions, isLive }: RowsProps<T>) {
  const [first, ...others] = columns;
  return (
    <table className={classes['table']} aria-live={isLive === true ? 'polite' : undefined}>
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
              <span className={classes['hidden']}>Actions</span>
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
