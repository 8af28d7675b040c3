/**
 * Reads OpenMetrics 1.0 text according to the grammar in the specification, and rejects everything else. It is
 * independent of the library that wrote the text.
 */
export type Family = { name: string; type: string; help: string; unit: string; samples: Sample[] };
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };

const TYPES = ['gauge', 'counter', 'histogram', 'summary', 'info', 'stateset', 'unknown'];
/** The allowed suffixes of a family's samples, by its type. */
const SUFFIXES: Record<string, readonly string[]> = {
  counter: ['_total', '_created'],
  histogram: ['_bucket', '_count', '_sum', '_created'],
  summary: ['', '_count', '_sum', '_created'],
  info: ['_info'],
};
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: (-?\d+(?:\.\d+)?))?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]?inf(?:inity)?|nan)$/i;

export function readOpenMetrics(text: string): Map<string, Family> {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.pop() !== '# EOF')
    throw new Error('The text does not end with "# EOF" and a newline.');
  const families = new Map<string, Family>();
  let current: Family | undefined;
  for (const line of lines) {
    const [, keyword, name = '', rest = ''] = /^# (TYPE|HELP|UNIT) (\S+) (.*)$/.exec(line) ?? [];
    if (keyword !== undefined) current = describe(families, current, { keyword, name, rest, line });
    else if (line.startsWith('#') || line.trim() !== line || line === '') throw new Error(`Invalid line: ${line}`);
    else addSample(current, line);
  }
  for (const family of families.values()) judge(family);
  return families;
}

function describe(
  families: Map<string, Family>,
  current: Family | undefined,
  { keyword, name, rest, line }: { keyword: string; name: string; rest: string; line: string },
): Family {
  let family = current;
  if (family?.name !== name) {
    if (families.has(name)) throw new Error(`The samples of the family ${name} are interrupted.`);
    family = { name, type: 'unknown', help: '', unit: '', samples: [] };
    families.set(name, family);
  }
  if (family.samples.length > 0) throw new Error(`The description follows its samples: ${line}`);
  if (keyword === 'TYPE' && !TYPES.includes(rest)) throw new Error(`The line has no type: ${line}`);
  if (keyword === 'HELP' && /(^|[^\\])"/.test(rest)) throw new Error(`A quotation mark is not escaped: ${line}`);
  if (keyword === 'UNIT' && !name.endsWith(`_${rest}`)) throw new Error(`The name does not end with its unit: ${line}`);
  if (keyword === 'TYPE') family.type = rest;
  if (keyword === 'HELP') family.help = rest;
  if (keyword === 'UNIT') family.unit = rest;
  return family;
}

function addSample(family: Family | undefined, line: string): void {
  const [, name = '', labelText, value = ''] = SAMPLE.exec(line) ?? [];
  if (name === '' || !NUMBER.test(value)) throw new Error(`The line is not a sample: ${line}`);
  const suffixes = SUFFIXES[family?.type ?? ''] ?? [''];
  if (!family || !suffixes.some((suffix) => name === family.name + suffix))
    throw new Error(`The sample does not belong to its family: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; labelText && LABEL.lastIndex < labelText.length;) {
    const [, label = '', text = ''] = LABEL.exec(labelText) ?? [];
    if (label === '' || label in labels) throw new Error(`The labels are invalid: ${line}`);
    labels[label] = text;
  }
  family.samples.push({ name, labels, value: numberOf(value) });
}

function numberOf(text: string): number {
  if (/inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /nan/i.test(text) ? Number.NaN : Number(text);
}

/**
 * Checks that each set of labels occurs once, that no counter is negative, and that buckets increase, end with +Inf and
 * match the count.
 */
function judge({ name, type, samples }: Family): void {
  const keys = samples.map((sample) =>
    JSON.stringify([
      sample.name,
      Object.keys(sample.labels)
        .toSorted()
        .map((key) => [key, sample.labels[key]]),
    ]),
  );
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`${name} contains the same sample twice: ${twice}`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`The counter ${name} is below zero.`);
  if (type !== 'histogram') return;
  const series = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  for (const [labels, of] of series) {
    const buckets = of.filter((sample) => sample.name.endsWith('_bucket'));
    const bounds = buckets.map((sample) => numberOf(sample.labels['le'] ?? 'nan'));
    const counts = buckets.map((sample) => sample.value);
    const grows = (list: number[]) => list.every((value, index) => index === 0 || value >= (list[index - 1] ?? 0));
    if (bounds.at(-1) !== Infinity || !grows(bounds) || !grows(counts))
      throw new Error(`The buckets of ${name}${labels} do not increase up to +Inf.`);
    const count = of.find((sample) => sample.name.endsWith('_count'))?.value;
    if (count !== counts.at(-1)) throw new Error(`The last bucket of ${name}${labels} does not equal the count.`);
  }
}
