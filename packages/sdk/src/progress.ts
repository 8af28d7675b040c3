/** Returns a `fetch` for Node, Deno and Bun that reports what share of the body has been sent. */
export const countSent =
  (onProgress: (share: number) => void, send: typeof fetch = fetch): typeof fetch =>
  async (url, init) => {
    const form = init?.body;
    if (!(form instanceof FormData)) return send(url, init);
    const encoded = new Response(form);
    const headers = new Headers(init?.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    const body = await encoded.blob();
    let sent = 0;
    const counted = body.stream().pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          sent += chunk.byteLength;
          controller.enqueue(chunk);
          onProgress(sent / body.size);
        },
      }),
    );
    // `duplex` allows a stream as the body. The body is sent before the response is read (fetch standard, 5.4).
    return send(url, { ...init, headers, body: counted, duplex: 'half' } as RequestInit);
  };
