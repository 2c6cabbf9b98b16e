import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getNonce } from 'get-nonce';
import { useEffect, useRef } from 'react';
import styles from './json-editor.module.css';
import { type LineChanges, lineChanges } from './line-changes';
import { positionOfPath } from './position-of-path';

/** Marks the lines of the editor that differ from the saved text, and those of values that were changed elsewhere as well. */
interface ChangeMarks {
  readonly changes: LineChanges;
  /** Paths of the values that were changed here and elsewhere. */
  readonly contested: readonly (readonly string[])[];
}

class Mark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
}

const changed = new Mark(styles.changedLine ?? '');
const removedAbove = new Mark(styles.removedAbove ?? '');
const removedBelow = new Mark(styles.removedBelow ?? '');
const contestedMark = new Mark(styles.contestedMark ?? '');
const contestedLine = Decoration.line({ class: styles.contestedLine ?? '' });

interface Marks {
  readonly gutter: RangeSet<GutterMarker>;
  readonly lines: DecorationSet;
}

const setMarks = StateEffect.define<ChangeMarks>();

/** Marks move with their lines until the text is compared again. */
const marks = StateField.define<Marks>({
  create: () => ({ gutter: RangeSet.empty, lines: Decoration.none }),
  update(before, { changes, effects, state }) {
    const set = effects.find((effect) => effect.is(setMarks));
    return set === undefined ? { gutter: before.gutter.map(changes), lines: before.lines.map(changes) } : marksOf(set.value, state);
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

/** The gutter and the decorations, without marks at first. */
const changeMarks: Extension = [marks, gutter({ class: styles.changeGutter ?? '', markers: (view) => view.state.field(marks).gutter })];

/** Shows these marks only. */
function showMarks(view: EditorView, shown: ChangeMarks): void {
  view.dispatch({ effects: setMarks.of(shown) });
}

function marksOf({ changes, contested }: ChangeMarks, state: EditorState): Marks {
  const { doc } = state;
  // The text may be newer than the comparison.
  const startOf = (line: number) => doc.line(Math.min(line, doc.lines)).from;
  const positions = contested.map((path) => positionOfPath(state, path)).filter((at) => at !== null);
  const starts = positions.map((at) => doc.lineAt(at).from);
  return {
    gutter: RangeSet.of(
      [
        ...changes.changed.map((line) => changed.range(startOf(line))),
        ...changes.removedBefore.map((line) => (line > doc.lines ? removedBelow : removedAbove).range(startOf(line))),
        ...starts.map((start) => contestedMark.range(start)),
      ],
      true,
    ),
    lines: Decoration.set(
      starts.map((start) => contestedLine.range(start)),
      true,
    ),
  };
}

export interface JsonEditorProps {
  label: string;
  describedBy: string;
  value: string;
  /** The text that is saved, whose differences are marked. */
  saved: string;
  /** Paths of the values that were changed here and elsewhere. */
  contested: readonly (readonly string[])[];
  onChange: (text: string) => void;
  /** What is wrong with the text, and where. */
  problem: { readonly from: number; readonly to: number; readonly text: string } | null;
  /** For Ctrl/Cmd+Enter. */
  onSubmit: () => void;
  /** Receives the commands of the editor. */
  onReady: (commands: EditorCommands) => void;
  /** Whether the text can be read and copied only. */
  isReadOnly?: boolean;
}

export interface EditorCommands {
  /** Selects a part of the text. */
  readonly select: (from: number, to: number) => void;
  /** Takes back the last edit. */
  readonly undo: () => void;
}

/** Length of a text from which the value is reported only when typing pauses: taking it out and parsing it takes time. */
const largeLength = 200_000;
const typingPauseMillis = 400;

/** Marks a text that was set by a property, which is not reported back. */
const isFromOutside = Annotation.define<boolean>();

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

/** Everything but what differs between two editors. The nonce lets the page's policy pass the style tag. */
const extensions = [
  EditorView.cspNonce.of(getNonce() ?? ''),
  lineNumbers(),
  changeMarks,
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
  const { label, value, saved, contested, problem } = props;
  const latest = useRef(props);
  latest.current = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const report = createReport(() => latest.current.onChange(created.state.doc.toString()));
    const created = createEditor(host.current, () => latest.current, report);
    view.current = created;
    latest.current.onReady({
      select: (from, to) => {
        created.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        created.focus();
      },
      undo: () => {
        undo(created);
        created.focus();
      },
    });
    return () => {
      report.flush();
      created.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || (editor.state.doc.length === value.length && editor.state.doc.toString() === value)) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value }, annotations: isFromOutside.of(true) });
  }, [value]);
  useEffect(() => {
    if (view.current !== null) showMarks(view.current, { changes: lineChanges(saved, value), contested });
  }, [saved, value, contested]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const end = editor.state.doc.length;
    const found: Diagnostic[] = problem === null ? [] : [markOf(problem, end)];
    editor.dispatch(setDiagnostics(editor.state, found));
    editor.contentDOM.setAttribute('aria-invalid', String(problem !== null));
  }, [problem]);
  useEffect(() => {
    view.current?.contentDOM.setAttribute('aria-label', label);
  }, [label]);
  return <div ref={host} className={styles.editor} data-invalid={problem !== null} />;
}

/** Marks at least one character, at the end of the text the last one. */
function markOf({ from, to, text }: NonNullable<JsonEditorProps['problem']>, end: number): Diagnostic {
  const until = Math.min(Math.max(to, from + 1), end);
  return { from: Math.max(0, Math.min(from, until - 1)), to: until, severity: 'error', message: text };
}

/** Reports a change now, or for a large text when typing pauses. */
interface Report {
  readonly change: (isLarge: boolean) => void;
  readonly flush: () => void;
}

function createReport(send: () => void): Report {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    send();
  };
  const change = (isLarge: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(flush, typingPauseMillis);
    if (!isLarge) flush();
  };
  return { change, flush };
}

function createEditor(parent: HTMLElement, props: () => JsonEditorProps, report: Report): EditorView {
  const submit = () => {
    report.flush();
    props().onSubmit();
    return true;
  };
  const { label, describedBy, value, isReadOnly = false } = props();
  const state = EditorState.create({
    doc: value,
    extensions: [
      keymap.of([{ key: 'Mod-Enter', run: submit }]),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      extensions,
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, 'data-metadata': '' }),
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((transaction) => transaction.annotation(isFromOutside))) return;
        report.change(update.state.doc.length > largeLength);
      }),
      EditorView.domEventHandlers({ blur: () => report.flush() }),
    ],
  });
  return new EditorView({ state, parent });
}
