import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';

/** The translations and texts that one source file uses. */
export type SourceTexts = {
  file: string;
  /** The namespaces of its `useTranslation` calls; empty if it gets `t` from elsewhere. */
  namespaces: readonly string[];
  /** The namespaces that it loads before a page shows. */
  loaded: readonly string[];
  /** Keys in calls of `t`; template expressions become `*`. */
  usedKeys: readonly string[];
  /** All strings and templates in it; template expressions become `*`. */
  strings: readonly string[];
  /** Visible text written directly in the component. */
  literals: readonly string[];
};

/** Parses every source below a folder except the tests. */
export function readSources(folder: string): readonly SourceTexts[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !/[.-]test\.tsx?$|\.d\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => readSource(relative(folder, path), readFileSync(path, 'utf8')));
}

export function readSource(file: string, source: string): SourceTexts {
  const found = {
    namespaces: new Set<string>(),
    loaded: new Set<string>(),
    usedKeys: new Set<string>(),
    strings: new Set<string>(),
    literals: new Set<string>(),
  };
  const { program } = parseSync(file, source);
  for (const node of walk(program)) {
    const text = textOf(node);
    if (text !== undefined) found.strings.add(text);
    if (isCallOf(node, 'useTranslation')) add(found.namespaces, namespacesOf(node));
    add(found.loaded, loadedIn(node));
    if (isTranslation(node)) add(found.usedKeys, keysIn(argumentsOf(node)[0]));
    if (node.type === 'JSXAttribute' && nameOf(node['name']) === 'i18nKey') {
      add(found.usedKeys, keysIn(node['value']));
    }
    add(found.literals, literalsIn(node));
  }
  const { namespaces, loaded, usedKeys, strings, literals } = found;
  return {
    file,
    namespaces: [...namespaces],
    loaded: [...loaded],
    usedKeys: [...usedKeys],
    strings: [...strings],
    literals: [...literals],
  };
}

type Node = { type: string; [property: string]: unknown };

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item);
  } else if (isNode(value)) {
    yield value;
    for (const [property, child] of Object.entries(value)) {
      if (property !== 'type' && typeof child === 'object') yield* walk(child);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Returns a string, or a template with `*` for its expressions; undefined for any other node. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('*');
}

/** Returns the keys that an expression may evaluate to; conditions are not keys. */
function keysIn(value: unknown): readonly string[] {
  if (!isNode(value)) return [];
  const text = textOf(value);
  if (text !== undefined) return [text];
  switch (value.type) {
    case 'ConditionalExpression':
      return [...keysIn(value['consequent']), ...keysIn(value['alternate'])];
    case 'LogicalExpression':
      return [...keysIn(value['left']), ...keysIn(value['right'])];
    case 'ArrayExpression':
      return Array.isArray(value['elements']) ? value['elements'].flatMap(keysIn) : [];
    default:
      return keysIn(value['expression']);
  }
}

function isCallOf(node: Node, name: string): boolean {
  return node.type === 'CallExpression' && nameOf(node['callee']) === name;
}

/** Matches `t(…)` and the same function under a name with its namespace, such as `tLoans(…)`. */
function isTranslation(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'];
  const name = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : callee;
  return /^t([A-Z]\w*)?$/.test(nameOf(name) ?? '');
}

function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  return typeof value['name'] === 'string' ? value['name'] : undefined;
}

function argumentsOf(node: Node): readonly unknown[] {
  return Array.isArray(node['arguments']) ? node['arguments'] : [];
}

function namespacesOf(call: Node): readonly string[] {
  const [first] = argumentsOf(call);
  return first === undefined ? ['app'] : keysIn(first);
}

/** Returns the namespaces in `loadNamespaces([…])` and in a page's `namespaces: […]`. */
function loadedIn(node: Node): readonly string[] {
  const value = node.type === 'Property' ? node['value'] : undefined;
  if (isNode(value) && value.type === 'ArrayExpression') {
    return nameOf(node['key']) === 'namespaces' ? keysIn(value) : [];
  }
  const callee = node.type === 'CallExpression' ? node['callee'] : undefined;
  const isLoading =
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    nameOf(callee['property']) === 'loadNamespaces';
  return isLoading ? keysIn(argumentsOf(node)[0]) : [];
}

const readableAttributes =
  /^(label|title|placeholder|alt|description|hint|message|safe|heading|caption|aria-label|aria-description|aria-roledescription|aria-valuetext)$/;

/** Two letters in a row count as a word. */
const word = /\p{L}{2}/u;

function literalsIn(node: Node): readonly string[] {
  if (node.type === 'JSXText') return textsOnly([String(node['value']).trim()]);
  if (node.type === 'JSXAttribute' && readableAttributes.test(nameOf(node['name']) ?? '')) {
    return textsOnly(directText(node['value']));
  }
  const children =
    node.type === 'JSXElement' || node.type === 'JSXFragment' ? node['children'] : [];
  return textsOnly(Array.isArray(children) ? children.flatMap(directText) : []);
}

/** Returns a literal's text, with or without braces; a computed value is not literal. */
function directText(value: unknown): readonly string[] {
  if (!isNode(value) || value.type === 'JSXText') return [];
  const node = value.type === 'JSXExpressionContainer' ? value['expression'] : value;
  const text = isNode(node) ? textOf(node) : undefined;
  return text === undefined ? [] : [text];
}

function textsOnly(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => word.test(text));
}

function add(set: Set<string>, texts: readonly string[]): void {
  for (const text of texts) set.add(text);
}
