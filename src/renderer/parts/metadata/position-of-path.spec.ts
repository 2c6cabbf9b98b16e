import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { positionOfPath } from './position-of-path';

const doc = '{\n  "plan": "free",\n  "crm": {\n    "plan": 1,\n    "\\u0061": [{"plan": 2}]\n  },\n  "x": {"plan": ';

it.each([
  [[], 1],
  [['plan'], 2],
  [['crm'], 3],
  [['crm', 'plan'], 4],
  [['crm', 'a'], 5],
  [['x'], 7],
  [['missing'], null],
  [['plan', 'missing'], null],
  [['crm', 'a', 'plan'], null],
])('the path %j is in line %j', (path, line) => {
  const state = EditorState.create({ doc, extensions: [json()] });
  const at = positionOfPath(state, path);
  expect(at === null ? null : state.doc.lineAt(at).number).toBe(line);
});

it('is null in an empty text', () => {
  expect(positionOfPath(EditorState.create({ extensions: [json()] }), ['a'])).toBeNull();
});
