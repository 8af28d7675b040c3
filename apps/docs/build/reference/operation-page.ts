/**
 * The page of one operation: access, parameters, body, sample code, a form that calls it in the sandbox, and responses.
 */
import { accessView } from './access-view.ts';
import { type ReferenceModel, type Content as Bodies, type Described, fieldsOf } from './reference-model.ts';
import { type Content, html, type Html, inline, paragraphs } from './html.ts';
import { besideView, jsonView, methodView, type Page, PLACES, tabsView } from './layout.ts';
import { environmentOf, samplesOf } from './samples.ts';
import { aboutView, schemaView, typeOf } from './schema-view.ts';
import { SANDBOX, tryForm } from './try-form.ts';

/** @param installation the URL of an installation */
export function operationPage(operation: Described, model: ReferenceModel, installation: string): Page {
  const { id, method, path, summary, description, parameters, body, deprecated, answers } = operation;
  const text = html`${deprecated && html`<p class="warning">Deprecated. The headers <code>Deprecation</code> and <code>Sunset</code> state the dates.</p>`}
    ${paragraphs(description)} ${accessView(operation)} ${throughGraphql(id)}
    ${(['path', 'query', 'header'] as const).map((place) => {
      const own = parameters.filter((one) => one.in === place);
      return (
        own.length > 0 &&
        html`<h2>${PARAMETERS[place]}</h2>
          <dl class="members">${own.map((one) => parameterView(one, model))}</dl>`
      );
    })}
    ${
      body &&
      html`<h2 id="body">Body</h2>
        ${bodiesView(body.content, model)}`
    }
    <h2 id="answers">Responses</h2>
    ${answers.map((answer) => answerView(answer, model))}
    ${
      environmentOf(operation) === SANDBOX &&
      html`<h2 id="try">Try it in the sandbox</h2>
        ${tryForm(operation)}`
    }`;
  const samples = samplesOf(operation, installation + environmentOf(operation));
  const code = html`${tabsView(samples.map(({ language, name, text: sample }) => ({ title: language, text: sample, language: name })))}
  ${answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ status, content }) =>
      Object.values(content).map(
        ({ example }) =>
          example !== undefined &&
          html`<p class="label">Response ${status}</p>
            ${jsonView(example, `Response ${status}`)}`,
      ),
    )}`;
  const content = html`<h1>${inline(summary)}</h1>
    <p class="address">${methodView(method)} <code>${path}</code></p>
    ${besideView(text, code)}`;
  return { title: summary.replaceAll('`', ''), summary: `${method} ${path}`, content };
}

const PARAMETERS = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

function throughGraphql(id: string): Html {
  const fields = fieldsOf(id);
  if (fields.length === 0) return html`<p>This operation is not available in GraphQL.</p>`;
  return html`<p>
    In GraphQL:
    ${fields.map(({ kind, name }, at) => [at > 0 && ', ', html`${kind} <a href="${PLACES.field(name)}"><code>${name}</code></a>`])}.
  </p>`;
}

function parameterView(
  { name, required, schema, description }: Described['parameters'][number],
  model: ReferenceModel,
): Html {
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${typeOf(schema, model)}</span
      >${required === true && html` <span class="required">required</span>`}
    </dt>
    <dd>${description !== undefined && html`<p>${inline(description)}</p>`}${aboutView(model.resolve(schema))}</dd>
  </div>`;
}

function bodiesView(content: Bodies, model: ReferenceModel): Content {
  return Object.entries(content).map(([type, { schema }]) => {
    const members = schema && schemaView(schema, model);
    return html`<p class="media">
        <code>${type}</code>${schema && html` <span class="type">${typeOf(schema, model)}</span>`}
      </p>
      ${members}`;
  });
}

/** Describes a successful response in full. Errors are only listed, because they have their own page. */
function answerView({ status, description, content }: Described['answers'][number], model: ReferenceModel): Html {
  const errors = Object.keys(Object.values(content)[0]?.examples ?? {});
  const codes = /^[A-Z_]+(, [A-Z_]+)*$/.test(description) ? description.split(', ') : errors;
  if (codes.length > 0 && !status.startsWith('2'))
    return html`<section class="answer">
      <h3>${status}</h3>
      <ul class="codes">
        ${codes.map(
          (code) =>
            html`<li>
              <a href="${PLACES.error(code)}"><code>${code}</code></a>
            </li>`,
        )}
      </ul>
    </section>`;
  return html`<section class="answer">
    <h3>${status}</h3>
    <p>${description}</p>
    ${status.startsWith('2') && bodiesView(content, model)}
  </section>`;
}
