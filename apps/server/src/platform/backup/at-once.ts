/** The number of items processed at a time. There are several, because each one waits for a disk or a network. */
const WORKERS = 4;

/**
 * Runs `work` for every item. After a failure, no more items are started, and the error is thrown once the running
 * items have ended.
 */
export async function atOnce<Item>(items: AsyncGenerator<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  let hasFailed = false;
  const take = async (): Promise<void> => {
    try {
      for (let next = await items.next(); next.done !== true && !hasFailed; next = await items.next())
        await work(next.value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: WORKERS }, take));
  await items.return(undefined);
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}
