/** The fields of an export: which of them are chosen, and their order. */
import type { ExportKind } from '#contract/bridge/exports.ts';
import { exportFields, hasMetadata, initialFields, joinedFields } from '#contract/export/export-fields.ts';

export interface FieldChoice {
  /** All fields but the joined ones, in the order of the file. One that isn't chosen keeps its place. */
  readonly order: readonly string[];
  readonly chosen: ReadonlySet<string>;
  /** The chosen joined fields, which follow the others. */
  readonly joined: readonly string[];
}

/** Returns the first choice: usual fields, then the metadata paths that a list shows, then the rest. */
export function initialChoice(kind: ExportKind, paths: readonly string[]): FieldChoice {
  const shownPaths = hasMetadata(kind) ? paths : [];
  const usual = [...initialFields(kind), ...shownPaths];
  return { order: [...new Set([...usual, ...exportFields[kind]])], chosen: new Set(usual), joined: [] };
}

/** Returns the fields of the file. */
export function fieldsOf(kind: ExportKind, { order, chosen, joined }: FieldChoice): readonly string[] {
  return [...order.filter((field) => chosen.has(field)), ...joinedFields[kind].filter((field) => joined.includes(field))];
}

/** Chooses a field, or no longer. */
export function withChosen(choice: FieldChoice, field: string, isChosen: boolean): FieldChoice {
  const chosen = new Set(choice.chosen);
  if (isChosen) chosen.add(field);
  else chosen.delete(field);
  return { ...choice, chosen };
}

export function withJoined(choice: FieldChoice, field: string, isChosen: boolean): FieldChoice {
  const others = choice.joined.filter((known) => known !== field);
  return { ...choice, joined: isChosen ? [...others, field] : others };
}

/** Moves a field to a position, as near to it as there are fields. */
export function moved(choice: FieldChoice, field: string, position: number): FieldChoice {
  const others = choice.order.filter((known) => known !== field);
  const at = Math.max(0, Math.min(position, others.length));
  return { ...choice, order: [...others.slice(0, at), field, ...others.slice(at)] };
}

/** Adds a metadata path behind the last chosen field, and chooses it. */
export function withPath(choice: FieldChoice, path: string): FieldChoice {
  const order = choice.order.includes(path) ? choice.order : placedBehindChosen(choice, path);
  return withChosen({ ...choice, order }, path, true);
}

function placedBehindChosen({ order, chosen }: FieldChoice, path: string): readonly string[] {
  const at = order.findLastIndex((field) => chosen.has(field)) + 1;
  return [...order.slice(0, at), path, ...order.slice(at)];
}
