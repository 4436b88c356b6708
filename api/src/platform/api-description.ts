import type { Platform } from './endpoints.ts';
import { describeApi, type OpenApiDocument, type OpenApiOperation } from './openapi.ts';

/** The API describes itself: `/api/openapi.json` for machines, `/api/docs` for people. */
export function bindApiDescription({ app, endpoints }: Platform): void {
  app.get('/api/openapi.json', async () => describeApi(endpoints));
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(pageOf(describeApi(endpoints))),
  );
}

function pageOf({ info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag));
    return `<section aria-labelledby="${tag}"><h2 id="${tag}">${escapeHtml(tag)}</h2>${own.map(entryOf).join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API | ${escapeHtml(info.title)}</title><style>${style}</style></head><body>
<header><h1>${escapeHtml(info.title)} API</h1><p>${inlineCode(info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 as JSON</a></p>
<nav aria-label="Nouns">${tags.map((tag) => `<a href="#${tag}">${escapeHtml(tag)}</a>`).join(' ')}</nav></header>
<main>${sections.join('')}</main></body></html>`;
}

type Entry = { path: string; method: string; operation: OpenApiOperation };

function entryOf({ path, method, operation }: Entry): string {
  const body = operation.requestBody?.content['application/json']?.schema.properties ?? {};
  const fields = [
    ...operation.parameters.map(({ name, in: place, required, schema }) => ({
      name,
      place,
      required,
      schema,
    })),
    ...Object.entries(body).map(([name, schema]) => ({
      name,
      place: 'body',
      required: true,
      schema,
    })),
  ];
  return `<article><h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p><p class="who">${inlineCode(operation.description)}</p>
${fields.length > 0 ? `<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th></tr></thead><tbody>${fields.map(({ name, place, required, schema }) => `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${place}</td><td>${escapeHtml(typeOf(schema))}</td></tr>`).join('')}</tbody></table>` : ''}
<details><summary>Answers</summary><dl>${Object.entries(operation.responses)
    .map(([status, { description }]) => `<dt>${status}</dt><dd>${inlineCode(description)}</dd>`)
    .join('')}</dl></details></article>`;
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if ('format' in schema) return String(schema.format);
  return 'type' in schema ? String(schema.type) : 'one of several';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function inlineCode(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>');
}

const style = `
:root { color-scheme: light dark; --ink: #15181e; --muted: #565d6b; --line: #e3e5ea; --paper: #fbfbfc; --accent: #2f4bd0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaef; --muted: #a3aab8; --line: #2a303a; --paper: #0f1216; --accent: #8ea2ff } }
body { margin: 0 auto; max-width: 860px; padding: 32px 24px 96px; font: 14px/20px system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font-size: 28px; line-height: 36px } h2 { margin-top: 48px; font-size: 18px } h3 { margin: 32px 0 4px; font-size: 14px }
a { color: var(--accent) } nav a { margin-inline-end: 12px } code { font: 13px/20px ui-monospace, monospace }
p { margin: 4px 0 } .who, small, dd { color: var(--muted) } article { border-top: 1px solid var(--line) }
table { width: 100%; border-collapse: collapse; margin: 8px 0 } th, td { padding: 4px 12px 4px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
summary { cursor: pointer; padding: 4px 0 } dt { font-weight: 600 } dd { margin: 0 0 8px }`;
