/** Shows figures over time as bars, and in a table for screen readers and exact values. */
import { numberFormat } from './numbers.ts';
import { Box, Text } from '@mantine/core';
import { useId } from 'react';
import { m } from './part-texts.ts';
import classes from './BarChart.module.css';
import table from './Table.module.css';

export type Bar = {
  label: string;
  /** One value for each name, or null if there is no value. */
  values: readonly (number | null)[];
};

const WIDTH = 720;
const HEIGHT = 140;
/** The width of a bar as a fraction of the space for it. */
const WIDE = 0.8;
const plain = numberFormat({ maximumFractionDigits: 1 });

type Props = {
  title: string;
  bars: readonly Bar[];
  /**
   * The headings for the bars and for their values. Bars of the second value are hatched, so that they differ from the
   * first in more than color.
   */
  names: { label: string; values: readonly [string] | readonly [string, string] };
  /** Whether the values of a bar are stacked as parts of a whole, or beside each other. */
  arranged: 'stacked' | 'beside';
  /** Formats a value. Defaults to a plain number. */
  say?: (value: number) => string;
};

type Rectangle = { x: number; y: number; width: number; height: number };

/** Returns the rectangles of a bar in a chart whose maximum is `most`. */
function rectanglesOf({ values }: Bar, index: number, step: number, most: number, isStacked: boolean): Rectangle[] {
  const width = (step * WIDE) / (isStacked ? 1 : values.length);
  let below = 0;
  return values.map((value, place) => {
    const height = ((value ?? 0) / most) * HEIGHT;
    const y = HEIGHT - height - (isStacked ? below : 0);
    below += height;
    return { x: (index + (1 - WIDE) / 2) * step + (isStacked ? 0 : place * width), y, width, height };
  });
}

export function BarChart({ title, bars, names, arranged, say = plain }: Props) {
  const shown = (value: number | null): string => (value === null ? '–' : say(value));
  const hatch = useId();
  const isStacked = arranged === 'stacked';
  // If the two values are shown beside each other, the second has the color for completed work. If they are stacked,
  // the second is red.
  const second = isStacked ? 'further' : 'other';
  const highest = ({ values }: Bar) =>
    isStacked
      ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
      : Math.max(...values.map((value) => value ?? 0));
  const most = bars.reduce((top, bar) => Math.max(top, highest(bar)), 0);
  const step = WIDTH / Math.max(1, bars.length);
  return (
    <figure className={classes['figure']}>
      <div className={classes['legend']}>
        <Text fz="xs" c="dimmed" span>
          {most === 0 ? m.barChart.nothingInPeriod : m.barChart.upTo(say(most))}
        </Text>
        {names.values.length > 1 &&
          names.values.map((name, place) => (
            <span key={name} className={classes['name']}>
              <svg viewBox="0 0 12 12" className={classes['swatch']} aria-hidden="true">
                <rect width="12" height="12" className={classes[place === 0 ? 'value' : second]} />
                {place > 0 && <path d="M-2 10 10 -2M2 14 14 2" className={classes['stripe']} />}
              </svg>
              {name}
            </span>
          ))}
      </div>
      {most > 0 && (
        <>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className={classes['chart']}
            aria-hidden="true"
          >
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className={classes[second]} />
              <path d="M0 0V6" className={classes['stripe']} />
            </pattern>
            {bars.map((bar, index) => (
              <g key={bar.label}>
                <title>{`${bar.label}: ${names.values.map((name, place) => `${name} ${shown(bar.values[place] ?? null)}`).join(', ')}`}</title>
                {rectanglesOf(bar, index, step, most, isStacked).map((rectangle, place) => (
                  <rect
                    key={names.values[place]}
                    {...rectangle}
                    {...(place === 0 ? { className: classes['value'] } : { fill: `url(#${hatch})` })}
                  />
                ))}
              </g>
            ))}
          </svg>
          <div className={classes['ends']} aria-hidden="true">
            <span>{bars[0]?.label}</span>
            <span>{bars.at(-1)?.label}</span>
          </div>
        </>
      )}
      <details>
        <summary>{m.barChart.showAsTable}</summary>
        <Box className={classes['rows']} tabIndex={0} role="region" aria-label={title}>
          <table className={table['table']}>
            <caption className={table['hidden']}>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{names.label}</th>
                {names.values.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ label, values }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {names.values.map((name, place) => (
                    <td key={name} data-label={name}>
                      {shown(values[place] ?? null)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      </details>
    </figure>
  );
}
