import { expect, test } from 'vitest';
import { onParentSettings, type HostSettings } from './parent.ts';

const ALLOWED = 'https://app.example.com';
const MESSAGE = {
  source: 'countersign-host',
  version: 1,
  command: 'configure',
  language: 'de',
  theme: 7,
  accentColor: null,
};

/**
 * Creates a framed window that the origins in `ALLOWED` may embed, and records the settings that the window receives.
 */
function framedWindow() {
  const heard: HostSettings[] = [];
  let listener: (event: object) => void = () => undefined;
  const parent = {};
  const here = {
    parent,
    document: { querySelector: () => ({ content: `${ALLOWED} https://other.example.com` }) },
    addEventListener: (_name: string, one: typeof listener) => void (listener = one),
  };
  onParentSettings((settings) => heard.push(settings), here as unknown as Window);
  return { heard, parent, send: (event: object) => listener(event) };
}

test('accepts settings from the embedding page and ignores values of the wrong type', () => {
  const { heard, parent, send } = framedWindow();
  send({ source: parent, origin: ALLOWED, data: MESSAGE });
  expect(heard).toEqual([{ language: 'de', theme: null, accentColor: null, backgroundColor: null }]);
});

test('ignores messages from other windows or disallowed origins, with other versions or of other types', () => {
  const { heard, parent, send } = framedWindow();
  send({ source: {}, origin: ALLOWED, data: MESSAGE });
  send({ source: parent, origin: 'https://app.example.com.evil.example', data: MESSAGE });
  send({ source: parent, origin: 'https://evil.example', data: MESSAGE });
  send({ source: parent, origin: ALLOWED, data: { ...MESSAGE, version: 2 } });
  send({ source: parent, origin: ALLOWED, data: { ...MESSAGE, source: 'countersign' } });
  send({ source: parent, origin: ALLOWED, data: 'configure' });
  send({ source: parent, origin: ALLOWED, data: null });
  expect(heard).toEqual([]);
});
