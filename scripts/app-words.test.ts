import { expect, test } from 'vitest';
import { sentencesIn } from './app-words.ts';

const textsIn = (source: string) => sentencesIn('Example.tsx', source).map(({ text }) => text);

test('finds sentences in JSX elements, attributes, template literals and objects', () => {
  const source = `
    const STATES: Record<State, string> = { sent: 'sent' };
    const columns = [{ value: 'title', label: 'Title' }];
    const Example = ({ count }) => (
      <Panel label="Documents" description={count > 0 ? \`\${count} documents\` : 'none'} data-label="When">
        Not sent yet
        {count > 1 && 'twice'}
      </Panel>
    );
    toastDone('The document was sent');`;
  expect(textsIn(source)).toEqual([
    'sent',
    'Title',
    'Documents',
    expect.stringContaining('documents'),
    'none',
    'When',
    'Not sent yet',
    'twice',
    'The document was sent',
  ]);
});

test('does not report names, addresses, styles, types and internal errors as sentences', () => {
  const source = `
    import { m } from './texts.ts';
    type Kind = 'in progress' | 'done';
    const Example = () => <Text c="dimmed" className={classes['two words']} placeholder="name@example.com">{m.page.title} · 1</Text>;
    if (kind === 'in progress') throw new Error('no such kind of field');
    matchMedia('(prefers-color-scheme: dark) and (min-width: 48em)');`;
  expect(textsIn(source)).toEqual([]);
});
