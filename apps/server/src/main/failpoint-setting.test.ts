import { expect, test } from 'vitest';
import { failpointSetting } from './config.ts';

const LOOPBACK = { publicUrl: undefined };

test('nothing is set: nothing is armed', () => {
  expect(failpointSetting({}, LOOPBACK)).toBeUndefined();
  expect(failpointSetting({ FAILPOINT: '', FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK)).toBeUndefined();
});

test('a point, the first time or another', () => {
  const armed = (setting: string) => failpointSetting({ FAILPOINT: setting, FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK);
  expect(armed('sign.built')).toEqual({ point: 'sign.built', time: 1 });
  expect(armed('sign.built:12')).toEqual({ point: 'sign.built', time: 12 });
});

test('a web process or a worker, whose links lead to this machine', () => {
  const setting = { FAILPOINT: 'void.before-commit', FAILPOINTS_ALLOWED: 'yes' };
  expect(failpointSetting(setting, { publicUrl: 'http://localhost:1' })).toEqual({
    point: 'void.before-commit',
    time: 1,
  });
});

test.each(['sign', 'sign.built:0', 'sign.built:', 'sign.built:1:2', ':1', 'constructor'])(
  '%s is no point',
  (setting) => {
    expect(() => failpointSetting({ FAILPOINT: setting, FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK)).toThrow(
      'there is no failpoint',
    );
  },
);

test('refused without its second setting, and for a server with an address of its own', () => {
  const refused = /never set it anywhere else/;
  expect(() => failpointSetting({ FAILPOINT: 'sign.built' }, LOOPBACK)).toThrow(refused);
  expect(() => failpointSetting({ FAILPOINT: 'sign.built', FAILPOINTS_ALLOWED: '1' }, LOOPBACK)).toThrow(refused);
  const publicUrl = 'https://sign.example.com';
  expect(() => failpointSetting({ FAILPOINT: 'sign.built', FAILPOINTS_ALLOWED: 'yes' }, { publicUrl })).toThrow(
    refused,
  );
});
