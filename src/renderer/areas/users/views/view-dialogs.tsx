import { useState } from 'react';
import type { SavedView, ViewContent } from '#contract/bridge/saved-views.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { problemText } from '../filters/query-text-dialog';
import { SourceDialog } from '../filters/source-dialog';
import { isViewProblem, parseViewText, type ViewTextProblem } from './view-text';

const maxName = 100;

interface SaveViewDialogProps {
  connectionId: string;
  /** The view that is renamed; null for a new one. */
  id: string | null;
  view: ViewContent;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view, and saves it. */
export function SaveViewDialog({ connectionId, id, view, onSaved, onClose }: SaveViewDialogProps) {
  const { t } = useMessages();
  const [name, setName] = useState(view.name);
  const [isMissing, setMissing] = useState(false);
  const save = useAction((named: string) => api.savedViews.save({ connectionId, id, view: { ...view, name: named } }), {
    onDone: (saved) => {
      onSaved(saved);
      onClose();
    },
    toastsLate: true,
  });
  const submit = () => (name.trim() === '' ? setMissing(true) : void save.run(name.trim()));
  return (
    <FormDialog
      title={t(id === null ? 'views.save' : 'views.rename.title')}
      description={id === null ? t('views.save.text') : undefined}
      actionLabel={t(id === null ? 'views.save' : 'views.rename')}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('views.name')} error={isMissing ? t('views.name.missing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={maxName}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setMissing(false);
            }}
          />
        )}
      </Field>
      <ErrorCallout report={save.failure} />
    </FormDialog>
  );
}

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onDeleted, onClose }: { view: SavedView; onDeleted: () => void; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('views.delete.title', { name: view.name })}
      consequence={t('views.delete.text')}
      confirmLabel={t('views.delete')}
      danger
      onConfirm={async () => {
        await api.savedViews.delete({ connectionId: view.connectionId, id: view.id });
        onDeleted();
      }}
    />
  );
}

interface PasteViewDialogProps {
  connectionId: string;
  onSaved: (id: string, view: ViewContent) => void;
  onClose: () => void;
}

/** Adds a view from the text in which it was shared. */
export function PasteViewDialog({ connectionId, onSaved, onClose }: PasteViewDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const save = useAction(async (view: ViewContent) => ({ id: await api.savedViews.save({ connectionId, id: null, view }), view }), {
    onDone: ({ id, view }) => {
      onSaved(id, view);
      onClose();
    },
    toastsLate: true,
  });
  const submit = (text: string) => {
    const view = parseViewText(text);
    if (isViewProblem(view)) return viewProblemText(messages, view);
    void save.run(view);
    return null;
  };
  return (
    <SourceDialog
      title={t('views.paste.title')}
      description={t('views.paste.text')}
      actionLabel={t('views.paste')}
      label={t('views.paste.label')}
      initial=""
      rows={6}
      width={520}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <ErrorCallout report={save.failure} />
    </SourceDialog>
  );
}

function viewProblemText(messages: Translator, problem: ViewTextProblem): string {
  if (problem.problem === 'filter') return problemText(messages, problem.filter, problem.at);
  return messages.t(`views.problem.${problem.problem}`);
}
