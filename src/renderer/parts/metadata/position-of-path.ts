import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Milliseconds that parsing a large text may take. */
const maxParseMillis = 50;

/** Returns where the property at a path of keys starts in a JSON text; null if the text has none, or is too large. */
export function positionOfPath(state: EditorState, path: readonly string[]): number | null {
  let node = ensureSyntaxTree(state, state.doc.length, maxParseMillis)?.topNode.firstChild ?? null;
  let start = node?.from ?? null;
  for (const key of path) {
    const property = node?.getChildren('Property').find((one) => {
      const name = one.getChild('PropertyName');
      return name !== null && keyOf(state.sliceDoc(name.from, name.to)) === key;
    });
    if (property === undefined) return null;
    node = property.lastChild;
    start = property.from;
  }
  return start;
}

function keyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
