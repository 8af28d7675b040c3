const LIMIT_MS = 30_000;
const PAUSE_MS = 5;

/** Asks again until there is an answer. For what a job does after a reply; fails after 30 seconds by default and names what did not come. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = LIMIT_MS,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
