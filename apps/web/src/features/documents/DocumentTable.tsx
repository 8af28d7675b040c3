import { Checkbox, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import type { ListEntry } from '../../api/queries.ts';
import { SignerStack } from '../../ui/Initials.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { type ListState, type SortColumn, sortOf, withSort, withTag } from './list-state.ts';
import { hasDeadline, nextStep } from './next-step.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Documents.module.css';

type Show = (next: ListState) => void;

function SortHeader({
  column,
  label,
  state,
  show,
}: {
  column: SortColumn;
  label: string;
  state: ListState;
  show: Show;
}) {
  const sort = sortOf(state);
  const active = sort.column === column;
  const Icon = sort.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      aria-sort={active ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classes[column]}
    >
      <UnstyledButton
        className={classes['sort']}
        onClick={() => show(withSort(state, column))}
        data-active={active || undefined}
      >
        {label}
        <Icon size={14} className={classes['sortIcon']} aria-hidden="true" />
      </UnstyledButton>
    </th>
  );
}

const MAX_TAGS = 3;

function Tags({ tags, state, show }: { tags: readonly string[]; state: ListState; show: Show }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes['tags']}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <UnstyledButton
          key={tag}
          className={classes['tag']}
          aria-label={m.documentTable.onlyDocumentsTagged(tag)}
          onClick={(event) => {
            event.stopPropagation();
            show(withTag(state, tag));
          }}
        >
          {tag}
        </UnstyledButton>
      ))}
      {tags.length > MAX_TAGS && (
        <span className={classes['next']} title={tags.slice(MAX_TAGS).join(', ')}>
          +{tags.length - MAX_TAGS}
        </span>
      )}
    </span>
  );
}

type RowProps = {
  entry: ListEntry;
  state: ListState;
  show: Show;
  selected: boolean;
  /** Selects the row. `range` includes all rows between this row and the last selected one. */
  tick: (range: boolean) => void;
};

function Title({ entry, state, show }: Pick<RowProps, 'entry' | 'state' | 'show'>) {
  // A document in the trash cannot be opened, but it can be restored.
  const inTrash = entry.deleted_at !== null;
  return (
    <td className={classes['title']}>
      {inTrash ? (
        <span className={classes['rowLink']} dir="auto" data-row tabIndex={-1}>
          {entry.title}
        </span>
      ) : (
        <Link
          to="/documents/$id"
          params={{ id: entry.id }}
          className={classes['rowLink']}
          dir="auto"
          data-row
          onClick={(event) => event.stopPropagation()}
        >
          {entry.title}
        </Link>
      )}
      <span className={classes['under']}>
        <span className={classes['next']}>
          {inTrash ? (
            <>{phrase(m.documentTable.inTrashSince(<Time iso={entry.deleted_at ?? ''} />))}</>
          ) : (
            nextStep(entry)
          )}
        </span>
        <Tags tags={entry.tags} state={state} show={show} />
      </span>
    </td>
  );
}

function Row({ entry, state, show, selected, tick }: RowProps) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    // Clicks with Ctrl, Cmd or Shift are left to the browser, because the title is a link. A click that selects text
    // must not open the document.
    if (
      entry.deleted_at !== null ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      (getSelection()?.toString() ?? '') !== ''
    )
      return;
    void navigate({ to: '/documents/$id', params: { id: entry.id } });
  };
  return (
    <tr
      className={classes['row']}
      data-still={entry.deleted_at !== null || undefined}
      data-selected={selected || undefined}
      onClick={open}
    >
      <td className={classes['pick']} onClick={(event) => event.stopPropagation()}>
        <Checkbox
          aria-label={m.documentTable.select(entry.title)}
          checked={selected}
          onChange={({ nativeEvent }) => tick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      </td>
      <Title entry={entry} state={state} show={show} />
      <td className={classes['status']}>
        <StatusPill status={entry.status} />
      </td>
      <td className={classes['signers']} data-none={entry.signers.length === 0 || undefined}>
        <SignerStack signers={entry.signers} document={entry.status} />
      </td>
      <td className={classes['expiration']} data-past={entry.status !== 'in-progress' || undefined}>
        {entry.expiration !== null && hasDeadline(entry.status) && <Time iso={entry.expiration} />}
      </td>
      <td className={classes['updated_at']}>
        <Time iso={entry.updated_at} />
      </td>
    </tr>
  );
}

type TableProps = {
  documents: readonly ListEntry[];
  state: ListState;
  show: Show;
  picked: readonly ListEntry[];
  pick: (documents: readonly ListEntry[]) => void;
};

export function DocumentTable({ documents, state, show, picked, pick }: TableProps) {
  const last = useRef(0);
  const selected = new Set<string>(picked.map(({ id }) => id));
  const count = documents.filter(({ id }) => selected.has(id)).length;
  const tick = (index: number, range: boolean) => {
    const on = !selected.has(documents[index]?.id ?? '');
    const [from, to] = range ? [Math.min(last.current, index), Math.max(last.current, index)] : [index, index];
    const rows = documents.slice(from, to + 1);
    last.current = index;
    pick([...picked.filter((one) => !rows.some(({ id }) => id === one.id)), ...(on ? rows : [])]);
  };
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col" className={classes['pick']}>
            <Checkbox
              aria-label={m.documentTable.selectAllOnPage}
              checked={count === documents.length}
              indeterminate={count > 0 && count < documents.length}
              onChange={() => pick(count === documents.length ? [] : documents)}
            />
          </th>
          <SortHeader column="title" label={common.title} state={state} show={show} />
          <SortHeader column="status" label={common.status} state={state} show={show} />
          <th scope="col" className={classes['signers']}>
            {common.signed}
          </th>
          <SortHeader column="expiration" label={m.documentTable.expires} state={state} show={show} />
          <SortHeader column="updated_at" label={m.documentTable.updated} state={state} show={show} />
        </tr>
      </thead>
      <tbody>
        {documents.map((entry, index) => (
          <Row
            key={entry.id}
            entry={entry}
            state={state}
            show={show}
            selected={selected.has(entry.id)}
            tick={(range) => tick(index, range)}
          />
        ))}
      </tbody>
    </table>
  );
}
