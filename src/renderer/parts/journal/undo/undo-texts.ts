/** Texts about undoing. */
import type { ShownUndoRow, UndoReason } from '#contract/bridge/undo.ts';
import { noUndoReasons } from '#contract/journal/journal-rule.ts';
import type { Translator } from '#messages/translator.ts';

const ofRules: readonly string[] = noUndoReasons;

/** Says why something can't be undone. */
export function undoReasonText({ t }: Translator, reason: UndoReason): string {
  return ofRules.includes(reason)
    ? t(`journal.undo.none.${reason as (typeof noUndoReasons)[number]}`)
    : t(`journal.undo.refused.${reason as Exclude<UndoReason, (typeof noUndoReasons)[number]>}`);
}

/** Returns the name of a row: the innermost key, or the whole path where it isn't within metadata. */
export function rowName({ path }: Pick<ShownUndoRow, 'path'>): string {
  const [first = '', ...rest] = path;
  const inner = first === 'config' || first.endsWith('metadata') ? rest : path;
  return inner.length === 0 ? first : inner.join('.');
}

/** Returns a value as JSON on one line, which a cell cuts off; a dash where there is none. */
export function valueText(value: unknown): string {
  return value === undefined ? '–' : JSON.stringify(value);
}
