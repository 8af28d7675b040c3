/** Builds a Postman collection (format 2.1.0) of all operations, with the requests and responses recorded by tests. */
import type { Described, ReferenceModel } from './reference/reference-model.ts';
import { environmentOf, fileNameOf, proofOf } from './reference/samples.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** The URL used in the examples. The server replaces it with its own URL. */
const INSTALLATION = 'https://sign.example.com';

/** Maps environment variables in the samples to variables of the collection. */
const VARIABLES: Readonly<Record<string, string>> = {
  COUNTERSIGN_KEY: 'apiKey',
  SIGNING_TOKEN: 'signingToken',
  SERVICE_TOKEN: 'serviceToken',
};

export function postmanCollection(model: ReferenceModel): object {
  return {
    info: {
      name: 'Countersign API',
      description: `${model.about}\n\nSet the variable \`apiKey\` to a key of the sandbox, which begins with \`sk_test_\`.`,
      schema: SCHEMA,
    },
    auth: bearer('apiKey'),
    variable: [{ key: 'baseUrl', value: INSTALLATION }, ...Object.values(VARIABLES).map((key) => ({ key, value: '' }))],
    item: model.tags.map(({ name, description, operations }) => ({
      name,
      description,
      item: operations.map((operation) => itemOf(operation)),
    })),
  };
}

function itemOf(operation: Described): object {
  const { id, summary, description, method, answers } = operation;
  const request = {
    method,
    description,
    url: urlOf(operation),
    ...authOf(operation),
    ...bodyOf(operation),
  };
  const examples = answers.flatMap(({ status, content }) => {
    const [type, body] = Object.entries(content)[0] ?? [];
    if (body?.example === undefined) return [];
    return [
      {
        name: `${summary.replaceAll('`', '')}: ${status}`,
        originalRequest: request,
        code: Number(status),
        status,
        header: [{ key: 'Content-Type', value: type }],
        body: JSON.stringify(body.example, null, 2),
      },
    ];
  });
  return { id, name: summary.replaceAll('`', ''), request, response: examples };
}

function urlOf(operation: Described): object {
  const { path, parameters } = operation;
  const full = `${environmentOf(operation)}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, description, required }) => ({
      key: name,
      value: '',
      disabled: required !== true,
      ...described(description),
    }));
  const variables = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, description }) => ({ key: name, value: '', ...described(description) }));
  return {
    raw: `{{baseUrl}}${full}`,
    host: ['{{baseUrl}}'],
    path: full.split('/').filter(Boolean),
    ...(query.length > 0 && { query }),
    ...(variables.length > 0 && { variable: variables }),
  };
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

const bearer = (variable: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
});

/** The API key is inherited from the collection. Sessions are cookies, which Postman keeps after a sign-in. */
function authOf({ security }: Described): object {
  const variable = VARIABLES[proofOf(security)?.variable ?? ''];
  if (variable === 'apiKey') return {};
  return { auth: variable === undefined ? { type: 'noauth' } : bearer(variable) };
}

function bodyOf({ body }: Described): object {
  const json = body?.content['application/json'];
  const form = body?.content['multipart/form-data'];
  if (json && (json.example !== undefined || !form))
    return {
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: {
        mode: 'raw',
        raw: JSON.stringify(json.example ?? {}, null, 2),
        options: { raw: { language: 'json' } },
      },
    };
  if (!form) return {};
  const { properties = {}, required = [] } = (form.schema ?? {}) as {
    properties?: Record<string, { contentMediaType?: string }>;
    required?: string[];
  };
  return {
    body: {
      mode: 'formdata',
      formdata: Object.entries(properties).map(([key, { contentMediaType: type }]) =>
        type === undefined
          ? { key, type: 'text', value: '', disabled: !required.includes(key) }
          : { key, type: 'file', src: fileNameOf(type), disabled: !required.includes(key) },
      ),
    },
  };
}
