/** The two requests that the phone sends. The link works only once, so the page keeps the token in memory. */
import { type AnswerOf, ApiError, createClient } from '@countersign/client';
import { openDrawingLink, sendDrawing } from '@countersign/client/operations';

const client = createClient({
  credentials: 'omit',
  cache: 'no-store',
  timeoutMs: 30_000,
  retries: { times: 0 },
});

export type Opened = AnswerOf<'openDrawingLink'>;

export const openLink = (token: string): Promise<Opened> => client.call(openDrawingLink, { body: { token } });

export const send = async (token: string, drawing: string): Promise<void> =>
  void (await client.call(sendDrawing, { body: { token, drawing } }));

/** The server no longer accepts the link or its token. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
