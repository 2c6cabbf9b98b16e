/**
 * Placeholders in templates (wire/endpoints 9.2). Handlebars parses; what is filled in is decided here, because a template is
 * somebody's input: values by their names and conditions on them, no helpers, partials or ways to a prototype.
 */
import Handlebars from 'handlebars';

export type Values = Readonly<Record<string, string | null>>;

/** The text is no template this service can fill. */
export class InvalidTemplate extends Error {}

/** Fills the placeholders; unknown ones and those without a value are empty. Nothing is escaped. Fails with `NotATemplate`. */
export function fillPlaceholders(text: string, values: Values): string {
  return program(parsed(text), values);
}

/** True for a text whose placeholders can be filled, whatever the values. */
export function isTemplate(text: string): boolean {
  try {
    requireKnown(parsed(text));
    return true;
  } catch (error) {
    if (error instanceof InvalidTemplate) return false;
    throw error;
  }
}

/** Reading takes longer than in proportion to length and blocks: what nobody writes by hand is not read at all. */
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

/** Walks both branches of every condition, which filling would not. */
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
