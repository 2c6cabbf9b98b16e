/**
 * Placeholders in templates (wire/endpoints 9.2).
 *
 * Handlebars only parses. Templates are untrusted input, so this module evaluates them: values by name and conditions on them, no
 * helpers, partials or prototype access.
 */
import Handlebars from 'handlebars';

export type Values = Readonly<Record<string, string | null>>;

/** Thrown for a text that isn't a valid template. */
export class InvalidTemplate extends Error {}

/** Fills the placeholders without escaping; unknown and missing values are empty. Throws `InvalidTemplate`. */
export function fillPlaceholders(text: string, values: Values): string {
  return program(parsed(text), values);
}

/** Whether a text is a valid template. */
export function isTemplate(text: string): boolean {
  try {
    requireKnown(parsed(text));
    return true;
  } catch (error) {
    if (error instanceof InvalidTemplate) return false;
    throw error;
  }
}

/** Limits of length and blocks. Parsing time grows faster than both. */
const maxLength = 50_000;
const maxBlocks = 100;

function parsed(text: string): hbs.AST.Program {
  const blocks = text.split(/\{\{~?[#^]|\{\{\{\{/).length - 1;
  if (text.length > maxLength || blocks > maxBlocks) throw new InvalidTemplate('The template is too long.');
  try {
    return Handlebars.parse(text);
  } catch (cause) {
    throw new InvalidTemplate('The template cannot be read.', { cause });
  }
}

const isContent = (node: hbs.AST.Statement): node is hbs.AST.ContentStatement => node.type === 'ContentStatement';
const isMustache = (node: hbs.AST.Statement): node is hbs.AST.MustacheStatement => node.type === 'MustacheStatement';
const isBlock = (node: hbs.AST.Statement): node is hbs.AST.BlockStatement => node.type === 'BlockStatement';
const isPath = (node: hbs.AST.Expression): node is hbs.AST.PathExpression => node.type === 'PathExpression';

function program({ body }: hbs.AST.Program, values: Values): string {
  return body.map((node) => statement(node, values)).join('');
}

function statement(node: hbs.AST.Statement, values: Values): string {
  if (isContent(node)) return node.value;
  if (node.type === 'CommentStatement') return '';
  if (isMustache(node) && node.params.length === 0 && node.hash === undefined) return textAt(node.path, values);
  if (isBlock(node)) return condition(node, values);
  throw new InvalidTemplate(`A template holds values and conditions, not a ${node.type}.`);
}

function condition(node: hbs.AST.BlockStatement, values: Values): string {
  const { wanted, asked } = readCondition(node);
  const branch = (textAt(asked, values) !== '') === wanted ? node.program : node.inverse;
  return branch ? program(branch, values) : '';
}

function readCondition({ path, params }: hbs.AST.BlockStatement): { readonly wanted: boolean; readonly asked: hbs.AST.Expression } {
  const name = isPath(path) ? path.original : '';
  const [asked, ...more] = params;
  if ((name !== 'if' && name !== 'unless') || asked === undefined || more.length > 0) {
    throw new InvalidTemplate('A block of a template is an if or an unless with one value.');
  }
  return { wanted: name === 'if', asked };
}

function textAt(expression: hbs.AST.Expression, values: Values): string {
  if (!isPath(expression)) return '';
  const [name, ...below] = expression.parts;
  const known = typeof name === 'string' && below.length === 0 && expression.depth === 0 && !expression.data;
  return known && Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

/** Rejects unknown statements in both branches of every condition; filling only evaluates one. */
function requireKnown({ body }: hbs.AST.Program): void {
  for (const node of body) {
    if (!isBlock(node)) {
      statement(node, {});
      continue;
    }
    readCondition(node);
    for (const branch of [node.program, node.inverse]) if (branch) requireKnown(branch);
  }
}
