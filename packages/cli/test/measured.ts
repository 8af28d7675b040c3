/** Runs the program with the given arguments, then prints its CPU time and peak memory as JSON. */
import { run } from '../src/run.ts';

let text = '';
const write = (part: string): void => void (text += part);
const terminal = { out: write, error: write, colours: false, now: () => new Date(), env: {} };
const code = await run(process.argv.slice(2), terminal);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const seconds = (userCPUTime + systemCPUTime) / 1e6;
process.stdout.write(JSON.stringify({ code, text, seconds, megabytes: maxRSS / 1024 }));
