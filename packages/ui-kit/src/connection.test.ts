import { afterEach, expect, test, vi } from 'vitest';
import { connection, noteAnswer, noteBusy, noteSilence, onReturn } from './connection.ts';

afterEach(() => {
  vi.useRealTimers();
  noteAnswer();
});

test('treats a server as busy for as long as the server requested, regardless of other responses, and then does not refetch all data', () => {
  vi.useFakeTimers();
  const returned = vi.fn<() => void>();
  const takeBack = onReturn(returned);
  noteBusy(3);
  noteAnswer();
  expect(connection.read()).toBe('busy');
  vi.advanceTimersByTime(4000);
  expect(connection.read()).toBe('there');
  expect(returned).not.toHaveBeenCalled();
  noteSilence();
  noteAnswer();
  expect(returned).toHaveBeenCalledOnce();
  takeBack();
});
