/**
 * Returns the metrics of all processes of this machine in one response, regardless of which process receives the
 * request.
 */
import type { Metrics } from '../ports/metrics.ts';
import type { OwnProcess } from './own-process.ts';
import type { Answer } from './questions.ts';

const END = '# EOF';

export function sharedMetrics(metrics: Metrics, own: Pick<OwnProcess, 'name' | 'ask' | 'onQuestion'>): Metrics {
  own.onQuestion('metrics', () => metrics.text());
  return {
    contentType: metrics.contentType,
    gauge: (...gauge) => metrics.gauge(...gauge),
    close: () => metrics.close(),
    text: async () => {
      const [text, others] = await Promise.all([metrics.text(), own.ask('metrics')]);
      return joinScrapes([{ process: own.name, text }, ...others]);
    },
  };
}

/** OpenMetrics allows each metric only once, so the samples of all processes share one description. */
export function joinScrapes(scrapes: readonly Answer[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const { process, text } of scrapes) {
    let current: { head: string[]; samples: string[] } | undefined;
    let isKnown = false;
    for (const line of text.split('\n')) {
      if (line === '' || line === END) continue;
      const [, name] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? [];
      if (name === undefined) {
        current?.samples.push(labeled(line, process));
        continue;
      }
      const found = families.get(name);
      if (current === undefined || current !== found) {
        isKnown = found !== undefined;
        current = found ?? { head: [], samples: [] };
        families.set(name, current);
      }
      if (!isKnown) current.head.push(line);
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]);
  return `${[...lines, END].join('\n')}\n`;
}

/** Adds a label to a sample such as `name{a="b"} 1` or `name 1`. */
function labeled(sample: string, process: string): string {
  const at = sample.search(/[{ ]/);
  const name = sample.slice(0, at);
  const rest = sample[at] === '{' ? sample.slice(at + 1) : `}${sample.slice(at)}`;
  return `${name}{process="${process}"${rest.startsWith('}') ? '' : ','}${rest}`;
}
