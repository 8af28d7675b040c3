/** Work that comes back by the clock on the wall and finds by itself what there is to do. Losing a turn costs until the next. */
export type Periodic = {
  start(): void;
  stop(): Promise<void>;
  /** A turn now; waits for one that runs. */ run(): Promise<void>;
};

export function periodic(
  everyMs: number,
  work: () => Promise<void>,
  { log, name }: { log: { warn(fields: object, message: string): void }; name: string },
): Periodic {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const turn = () => void run().catch((err: unknown) => log.warn({ err, name }, 'a periodic task failed'));
  return {
    run,
    start: () => {
      timer = setInterval(turn, everyMs);
      timer.unref();
      turn();
    },
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}
