/** Figures over time as bars, and the same figures as a table for whoever does not see them or wants them exact. */
import { Box, Text } from '@mantine/core';
import classes from './BarChart.module.css';
import table from './Table.module.css';

export type Bar = {
  label: string;
  /** The larger part, and the one on top of it. */
  value: number;
  further: number;
};

const WIDTH = 720;
const HEIGHT = 140;
const number = new Intl.NumberFormat('en');

type Props = {
  /** What is shown, as the table's caption. */
  title: string;
  bars: readonly Bar[];
  names: { label: string; value: string; further: string };
};

export function BarChart({ title, bars, names }: Props) {
  const most = Math.max(1, ...bars.map(({ value, further }) => value + further));
  const step = WIDTH / Math.max(1, bars.length);
  const heightOf = (value: number) => (value / most) * HEIGHT;
  return (
    <figure className={classes['figure']}>
      <Text fz="xs" c="dimmed">
        {`Up to ${number.format(most)}`}
      </Text>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes['chart']}
        aria-hidden="true"
      >
        {bars.map(({ label, value, further }, index) => (
          <g key={label}>
            <title>{`${label}: ${number.format(value)}, ${number.format(further)}`}</title>
            <rect
              className={classes['value']}
              x={index * step + step * 0.1}
              y={HEIGHT - heightOf(value)}
              width={step * 0.8}
              height={heightOf(value)}
            />
            <rect
              className={classes['further']}
              x={index * step + step * 0.1}
              y={HEIGHT - heightOf(value + further)}
              width={step * 0.8}
              height={heightOf(further)}
            />
          </g>
        ))}
      </svg>
      <div className={classes['ends']} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <details>
        <summary>Show as a table</summary>
        <Box className={classes['rows']} tabIndex={0} role="region" aria-label={title}>
          <table className={table['table']}>
            <caption className={table['hidden']}>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{names.label}</th>
                <th scope="col">{names.value}</th>
                <th scope="col">{names.further}</th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ label, value, further }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td data-label={names.value}>{number.format(value)}</td>
                  <td data-label={names.further}>{number.format(further)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      </details>
    </figure>
  );
}
