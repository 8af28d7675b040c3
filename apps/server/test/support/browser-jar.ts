import type { TestApp } from './app.ts';
import type { Answer } from './caller.ts';

/** Stores a browser's cookies. Each request sends the cookies of earlier responses. */
export class Browser {
  readonly #app: TestApp;
  readonly cookies = new Map<string, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: object): Promise<Answer> {
    return this.send('POST', path, { body });
  }

  form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async send(
    method: string,
    path: string,
    options: { body?: object | string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers, body } = options;
    const answer = await this.#app.anyone.send(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
