import fastify from 'fastify';
import { expect, test } from 'vitest';
import { DEFAULT_FIREWALL, Firewall } from '../../platform/firewall/firewall.ts';
import { checkRequest } from './firewall.ts';

const found: string[] = [];
const firewall = new Firewall({
  ...DEFAULT_FIREWALL,
  mode: 'detect',
  onFinding: ({ ruleId }) => void found.push(ruleId),
  countBlocked: () => Promise.resolve(),
});
const app = fastify();
app.get('/*', (request, reply) => {
  void checkRequest(request, firewall);
  return reply.send('');
});

test.each([
  ['/assets/IconShieldCheck-D1XP_YDZ.js', []],
  ['/sign/assets/sp_password-0x--_.css', []],
  ['/assets/xp_cmdshell.js?file=%3Cscript%3E', ['script-tag']],
  ['/assets/..%2fxp_cmdshell', ['sql-function']],
  ['/files/xp_cmdshell.js', ['sql-function']],
])('reports the rules that the URL %s violates: %j', async (url, rules) => {
  found.length = 0;
  await app.inject({ url });
  expect(found).toEqual(rules);
});
