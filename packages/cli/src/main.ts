import { run } from './run.ts';
import { openBrowser } from './open-browser.ts';
import { readSecret } from './secret-input.ts';
import { wantsColours } from './terminal.ts';

const { stdin, stdout, stderr, env } = process;

// `countersign ... | head` closes the pipe before the output ends, which is not an error.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => stdout.write(text),
  error: (text) => stderr.write(text),
  colours: wantsColours(stdout, env),
  columns: stdout.isTTY ? stdout.columns : undefined,
  now: () => new Date(),
  env,
  readSecret: (question) => readSecret(stdin, stderr, question),
  ...(stdout.isTTY && { openBrowser }),
  interrupted,
});

function interrupted(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('Interrupted.')));
  return stop.signal;
}
