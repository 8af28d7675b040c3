// Exit code 0 if the server of this container is alive. The image has no curl.
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/live`).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
