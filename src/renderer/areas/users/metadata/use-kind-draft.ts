import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useReadUser, useUpdateUser } from '#data/users.ts';
import type { ConflictSide } from '#parts/conflict/field-conflicts.tsx';
import type { JsonChange } from '#parts/conflict/json-changes.ts';
import { type MetadataDraft, useMetadataDraft } from '#parts/metadata/use-metadata-draft.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { type BrokenTexts, problemsOfChanges } from '../metadata-form/form-state';
import type { SchemaProblem } from './check-schema';
import type { MetadataKind } from './metadata-kinds';
import { type SchemaState, useSchema } from './use-schema';

/** A draft of one kind of metadata, whose conflicts are decided key by key. */
export interface KindDraft {
  readonly kind: MetadataKind;
  readonly draft: MetadataDraft;
  readonly choiceOf: (change: JsonChange) => ConflictSide | undefined;
  readonly choose: (change: JsonChange, side: ConflictSide) => void;
  readonly schema: SchemaState;
  /** What is wrong with what is changed. What is wrong with the rest was stored so, and blocks nothing. */
  readonly ownProblems: readonly SchemaProblem[];
  /** Texts of JSON fields of the form that aren't values yet. */
  readonly broken: BrokenTexts;
  readonly setBroken: (broken: BrokenTexts) => void;
  /** Whether there is something to lose. */
  readonly isDirty: boolean;
  readonly discard: () => void;
  /** Number of keys for which a value must be chosen. */
  readonly openConflicts: number;
  readonly save: () => Promise<void>;
}

/** Returns the draft of one kind of metadata. */
export function useKindDraft(connectionId: string, user: ServerUser, kind: MetadataKind): KindDraft {
  const show = useToasts((state) => state.show);
  const read = useReadUser(connectionId, user.id);
  const { mutateAsync: update } = useUpdateUser(connectionId, user.id);
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const [broken, setBroken] = useState<BrokenTexts>(new Map());
  const { field, label } = kind;
  const source = {
    stored: user[field],
    read: async () => (await read())[field],
    write: (value: ServerUser[typeof field]) => update({ [field]: value }),
  };
  const draft = useMetadataDraft(source, () => {
    setChoices(new Map());
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(label) }) });
  });
  const choiceOf = (change: JsonChange) => choices.get(keyOf(change));
  const { conflict, changes } = draft;
  const schema = useSchema(field, draft.parsed.value, draft.base);
  const contested = conflict?.contested ?? [];
  const save = async () => {
    const kept = changes.filter((change) => !contested.includes(change) || choiceOf(change) === 'mine');
    await draft.saving.run(conflict === null ? undefined : kept);
  };
  return {
    kind,
    draft,
    schema,
    ownProblems: problemsOfChanges(schema.problems, changes),
    broken,
    setBroken,
    isDirty: draft.isDirty || broken.size > 0,
    discard: () => {
      draft.discard();
      setBroken(new Map());
    },
    choiceOf,
    choose: (change, side) => setChoices((before) => new Map(before).set(keyOf(change), side)),
    openConflicts: contested.filter((change) => choiceOf(change) === undefined).length,
    save,
  };
}

/** Whether a draft can't be saved: its text, or that of a field, isn't valid, a value must be chosen first, or it is being saved. */
export function isUnready(of: KindDraft): boolean {
  return hasInvalidText(of) || of.openConflicts > 0 || of.draft.saving.isPending;
}

/** Whether the text of a draft, or that of a field of its form, isn't JSON. */
export function hasInvalidText({ draft, broken }: KindDraft): boolean {
  return draft.parsed.value === undefined || broken.size > 0;
}

/** A choice is for these values: it ends when one of them changes. */
const keyOf = ({ path, before, after }: JsonChange) => JSON.stringify([path, before, after]);
