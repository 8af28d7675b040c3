import { UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { ListEntry } from '../../api/queries.ts';
import { SignerStack } from '../../ui/Initials.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { Time } from '../../ui/Time.tsx';
import { type ListState, type SortColumn, sortOf, withSort } from './list-state.ts';
import { nextStep } from './next-step.ts';
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

/** Arrow keys and j/k walk the rows; Enter follows the link that has the focus. */
function walk(event: KeyboardEvent<HTMLAnchorElement>) {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')];
  const at = links.indexOf(event.currentTarget);
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  event.preventDefault();
}

function Row({ entry }: { entry: ListEntry }) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    // The title is a real link: what opens a new tab, or marks text, is left to the browser.
    if (
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
    <tr className={classes['row']} onClick={open}>
      <td className={classes['title']}>
        <Link
          to="/documents/$id"
          params={{ id: entry.id }}
          className={classes['rowLink']}
          data-row
          onKeyDown={walk}
          onClick={(event) => event.stopPropagation()}
        >
          {entry.title}
        </Link>
        <span className={classes['next']}>{nextStep(entry)}</span>
      </td>
      <td className={classes['status']}>
        <StatusPill status={entry.status} />
      </td>
      <td className={classes['signers']}>
        <SignerStack signers={entry.signers} />
      </td>
      <td className={classes['updated_at']}>
        <Time iso={entry.updated_at} />
      </td>
    </tr>
  );
}

export function DocumentTable({
  documents,
  state,
  show,
}: {
  documents: readonly ListEntry[];
  state: ListState;
  show: Show;
}) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <SortHeader column="title" label="Title" state={state} show={show} />
          <SortHeader column="status" label="Status" state={state} show={show} />
          <th scope="col" className={classes['signers']}>
            Signed
          </th>
          <SortHeader column="updated_at" label="Updated" state={state} show={show} />
        </tr>
      </thead>
      <tbody>
        {documents.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}
