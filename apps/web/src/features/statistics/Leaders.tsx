import type { Statistics } from './queries.ts';
import table from '../../ui/Table.module.css';
import { Section } from '../../ui/Section.tsx';
import { count, duration, share } from './words.ts';

type Row = Omit<Statistics['members'][number], 'id'> & { id: string };
type Props = {
  title: string;
  rows: readonly Row[];
  /** Shown for people or templates that no longer have a name. */ gone: string;
  none: string;
};

/** Statistics of members or templates, most sent first. */
export function Leaders({ title, rows, gone, none }: Props) {
  if (rows.length === 0) return <Section title={title} text={none} />;
  return (
    <Section title={title} text="Most documents sent first. A document counts for its creator.">
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Created</th>
            <th scope="col">Sent</th>
            <th scope="col">Completed</th>
            <th scope="col">Completion rate</th>
            <th scope="col">Median time</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label="Name">{row.name ?? gone}</td>
              <td data-label="Created">{count(row.created)}</td>
              <td data-label="Sent">{count(row.sent)}</td>
              <td data-label="Completed">{count(row.completed)}</td>
              <td data-label="Rate">{share(row.completionRate)}</td>
              <td data-label="Median">{duration(row.medianSecondsToComplete)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
