import type { Statistics } from './queries.ts';
import table from '../../ui/Table.module.css';
import { Section } from '../../ui/Section.tsx';
import { count, duration, share } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';

type Row = Omit<Statistics['members'][number], 'id'> & { id: string };
type Props = {
  title: string;
  rows: readonly Row[];
  /** The text shown for deleted people or templates, whose names are not available. */ gone: string;
  none: string;
};

/** Shows statistics of members or templates, sorted by the number of documents sent. */
export function Leaders({ title, rows, gone, none }: Props) {
  if (rows.length === 0) return <Section title={title} text={none} />;
  return (
    <Section title={title} text={m.leaders.mostDocumentsSentFirst}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{labels.name}</th>
            <th scope="col">{m.leaders.created}</th>
            <th scope="col">{labels.sent}</th>
            <th scope="col">{common.completed}</th>
            <th scope="col">{m.leaders.completionRate}</th>
            <th scope="col">{m.leaders.medianTime}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label={labels.name}>{row.name ?? gone}</td>
              <td data-label={m.leaders.created}>{count(row.created)}</td>
              <td data-label={labels.sent}>{count(row.sent)}</td>
              <td data-label={common.completed}>{count(row.completed)}</td>
              <td data-label={m.leaders.rate}>{share(row.completionRate)}</td>
              <td data-label={m.leaders.median}>{duration(row.medianSecondsToComplete)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
