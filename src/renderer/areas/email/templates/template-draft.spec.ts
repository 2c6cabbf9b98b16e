import { expect, it, test } from 'vitest';
import { asTemplateInput, hasProblems, storedTemplate, templatePreview, templateProblems } from './template-draft';

const layout = (...childrenIds: string[]) => ({ type: 'EmailLayout', data: { childrenIds } });
const text = (value: string) => ({ type: 'Text', data: { props: { text: value } } });
const sourceOf = (content: object) => JSON.stringify(content);
const values = { otp: 'ABC123' };
const problems = (source: string, subject = 'Hi') => templateProblems({ subject, source }, ['otp']);

test('a stored template is edited and stored as it is', () => {
  const stored = storedTemplate({ subject: 'Hi', content: { root: layout('a'), a: text('x') } });
  expect(asTemplateInput.parse(asTemplateInput.show(stored))).toEqual(stored);
});

test.each(['', '{', '[]', '"text"', 'null', '{"a":1,"a":2}', '{a:1}'])('the source %j is no template', (source) => {
  expect(asTemplateInput.parse({ subject: '', source })).toBeUndefined();
});

test.each<[what: string, source: string, subject: string, expected: object]>([
  ['nothing', sourceOf({ root: layout('a'), a: text('{{ otp }}') }), 'Code {{ otp }}', {}],
  ['the JSON', '{', 'Hi', { fault: { kind: 'ended' } }],
  ['no layout', '{}', 'Hi', { isEmpty: true }],
  ['a layout of another kind', sourceOf({ root: text('x') }), 'Hi', { isEmpty: true }],
  ['an unknown name in the subject', sourceOf({ root: layout() }), '{{ code }}', { subject: [{ kind: 'unknown', text: 'code' }] }],
  [
    'unknown names in texts, each once',
    sourceOf({ root: layout('a', 'b'), a: text('{{ code }}'), b: text('{{ code }}') }),
    'Hi',
    { content: [{ kind: 'unknown', text: 'code' }] },
  ],
  [
    'an unknown name in the link of a button',
    sourceOf({ root: layout('a'), a: { type: 'Button', data: { props: { text: 'Go', url: '{{ link }}' } } } }),
    'Hi',
    { content: [{ kind: 'unknown', text: 'link' }] },
  ],
])('what prevents saving: %s', (what, source, subject, expected) => {
  const found = problems(source, subject);
  expect(found).toMatchObject(expected);
  expect(hasProblems(found)).toBe(what !== 'nothing');
});

test('a preview shows the blocks that can be read, and names the others', () => {
  const preview = templatePreview(
    sourceOf({ root: layout('a', 'gone', 'b', 'c'), a: text('Code {{ otp }}'), b: { type: 'Html', data: {} }, c: text('End') }),
    values,
  );
  expect(preview?.html).toContain('Code ABC123');
  expect(preview?.html).toContain('End');
  expect(preview?.left).toEqual(['b']);
});

test.each<[what: string, source: string]>([
  ['broken JSON', '{'],
  ['no root', '{}'],
  ['a list', '[]'],
  [
    '1001 blocks',
    sourceOf(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [at ? `b${at}` : 'root', at ? text('x') : layout()]))),
  ],
])('there is no preview of %s', (_what, source) => {
  expect(templatePreview(source, values)).toBeNull();
});

test('a preview of a block within itself ends', () => {
  const box = { type: 'Container', data: { props: { childrenIds: ['box', 'a', 'root'] } } };
  expect(templatePreview(sourceOf({ root: layout('box', 'box'), box, a: text('once') }), values)?.html.match(/once/g)).toHaveLength(1);
});

it.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img'],
  ['"><svg onload=alert(1)>', '&lt;svg'],
])('shows markup in texts as text: %s', (hostile, escaped) => {
  const html = templatePreview(sourceOf({ root: layout('a'), a: text(hostile) }), values)?.html ?? '';
  expect(html).toContain(escaped);
  expect(html).not.toMatch(/<(script|img|svg)/);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' javascript:x', 'file:///etc/passwd'])('links nowhere for %s', (url) => {
  const button = { type: 'Button', data: { props: { text: 'Go', url } } };
  expect(templatePreview(sourceOf({ root: layout('a'), a: button }), values)?.html).toContain('href="#"');
});
