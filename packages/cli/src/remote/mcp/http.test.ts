import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { expect, test } from 'vitest';
import { serveHttp } from './http.ts';

const MINUTE = 60_000;

test('ends an MCP session after 10 minutes without requests', async () => {
  let now = 0;
  const create = () => new McpServer({ name: 'test', version: '1' });
  const server = await serveHttp({ port: 0, token: 'token', create, now: () => now });
  const post = async (method: string, session?: string) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        authorization: 'Bearer token',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'client', version: '1' } },
      }),
    });
    await response.text();
    return response;
  };
  try {
    const session = (await post('initialize')).headers.get('mcp-session-id') ?? '';
    now += 9 * MINUTE;
    expect((await post('ping', session)).status).toBe(200);
    now += 9 * MINUTE;
    expect((await post('ping', session)).status).toBe(200);
    now += 10 * MINUTE;
    expect((await post('ping', session)).status).toBe(404);
    for (let clients = 0; clients < 20; clients += 1) expect((await post('initialize')).status).toBe(200);
    expect((await post('initialize')).status).toBe(503);
    now += 10 * MINUTE;
    expect((await post('initialize')).status).toBe(200);
  } finally {
    await server.close();
  }
});
