const LIMIT_MS = 30_000;
const PAUSE_MS = 5;

/**
 * Polls until there is a result, because a job may produce it only after the response was sent. By default, it fails
 * after 30 seconds with an error that names the missing result.
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = LIMIT_MS,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`timed out while waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
