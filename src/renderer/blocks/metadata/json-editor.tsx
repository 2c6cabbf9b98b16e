import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';
import styles from './json-editor.module.css';

export interface JsonEditorProps {
  label: string;
  describedBy: string;
  value: string;
  onChange: (text: string) => void;
  /** What is wrong with the text, and where. */
  problem: { readonly from: number; readonly to: number; readonly text: string } | null;
  /** For Ctrl/Cmd+Enter. */
  onSubmit: () => void;
  /** Receives a function that selects a part of the text. */
  onReady: (select: (from: number, to: number) => void) => void;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

/** Everything but what differs between two editors. The nonce lets the page's policy pass the style tag. */
const extensions = [
  EditorView.cspNonce.of(getNonce() ?? ''),
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  json(),
  syntaxHighlighting(colors),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
];

/** A text field for JSON. Tab leaves it, as it leaves any field. */
export function JsonEditor(props: JsonEditorProps) {
  const { value, problem } = props;
  const latest = useRef(props);
  latest.current = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const created = createEditor(host.current, () => latest.current);
    view.current = created;
    latest.current.onReady((from, to) => {
      created.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      created.focus();
    });
    return () => created.destroy();
  }, []);
  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    if (view.current === null || shown === value) return;
    view.current.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const end = editor.state.doc.length;
    const found: Diagnostic[] = problem === null ? [] : [markOf(problem, end)];
    editor.dispatch(setDiagnostics(editor.state, found));
    editor.contentDOM.setAttribute('aria-invalid', String(problem !== null));
  }, [problem]);
  return <div ref={host} className={styles.editor} data-invalid={problem !== null} />;
}

/** Marks at least one character, at the end of the text the last one. */
function markOf({ from, to, text }: NonNullable<JsonEditorProps['problem']>, end: number): Diagnostic {
  const until = Math.min(Math.max(to, from + 1), end);
  return { from: Math.max(0, Math.min(from, until - 1)), to: until, severity: 'error', message: text };
}

function createEditor(parent: HTMLElement, props: () => JsonEditorProps): EditorView {
  const submit = () => {
    props().onSubmit();
    return true;
  };
  const { label, describedBy, value } = props();
  const state = EditorState.create({
    doc: value,
    extensions: [
      keymap.of([{ key: 'Mod-Enter', run: submit }]),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      extensions,
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, 'data-metadata': '' }),
      EditorView.updateListener.of((update) => {
        const text = update.docChanged ? update.state.doc.toString() : props().value;
        if (text !== props().value) props().onChange(text);
      }),
    ],
  });
  return new EditorView({ state, parent });
}
