/** All commands that call a server, in the order of the help. */
import type { RemoteCommand } from './command.ts';
import { bulkSend } from './bulk.ts';
import { completionOf } from './completion.ts';
import { remind, send, upload, voidDocument } from './documents.ts';
import { listen } from './listen.ts';
import { audit, download, list, status, verifyRemote } from './look.ts';
import { mcp } from './mcp.ts';
import { login, logout, whoami } from './sign-in.ts';
import { templatesList, templatesPull, templatesPush } from './templates.ts';
import { clock, trigger } from './trigger.ts';
import { watch } from './watch.ts';

export const commands: readonly RemoteCommand[] = [
  login,
  logout,
  whoami,
  upload,
  send,
  list,
  status,
  watch,
  download,
  verifyRemote,
  audit,
  remind,
  voidDocument,
  templatesList,
  templatesPull,
  templatesPush,
  bulkSend,
  listen,
  trigger,
  clock,
  mcp,
  completionOf(() => commands),
];
