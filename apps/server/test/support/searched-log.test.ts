import { expect, test } from 'vitest';
import { SearchedLog } from './searched-log.ts';

const lines = [
  '{"level":30,"reqId":"req_0aB","url":"/sign/abcdefgh-1234_5678?x=1","time":"17:41.1234567"}\n',
  '{"level":30,"msg":"sent correct horse battery staple to nobody"}\n',
  '{"level":30,"msg":"code 765432 was wrong"}\n',
];
const log = new SearchedLog(lines);

test('finds a secret in log lines as a word, as part of a word, and across words', () => {
  expect(log.linesWith('abcdefgh-1234_5678')).toEqual([lines[0]]);
  expect(log.linesWith('cdefgh-1234_5')).toEqual([lines[0]]);
  expect(log.linesWith('correct horse battery staple')).toEqual([lines[1]]);
  expect(log.linesWith('/sign/abcdefgh')).toEqual([lines[0]]);
});

test('finds a short secret in log lines only if it is a separate word', () => {
  expect(log.linesWith('765432')).toEqual([lines[2]]);
  expect(log.linesWith('123456')).toEqual([]);
  expect(log.linesWith('76543')).toEqual([]);
});

test('does not find an absent secret or an empty secret', () => {
  expect(log.linesWith('abcdefgh-1234_5679')).toEqual([]);
  expect(log.linesWith('correct horse stapler')).toEqual([]);
  expect(log.linesWith('')).toEqual([]);
});
