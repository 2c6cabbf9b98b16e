/** Marks the lines of the editor that differ from the saved text, and those of values that were changed elsewhere as well. */
import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';
import styles from './json-editor.module.css';
import type { LineChanges } from './line-changes';
import { positionOfPath } from './position-of-path';

export interface ChangeMarks {
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
export const changeMarks: Extension = [
  marks,
  gutter({ class: styles.changeGutter ?? '', markers: (view) => view.state.field(marks).gutter }),
];

/** Shows these marks only. */
export function showMarks(view: EditorView, shown: ChangeMarks): void {
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
