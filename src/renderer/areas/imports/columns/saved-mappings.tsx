import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportMapping, SavedMapping } from '#contract/imports/mapping.ts';
import { savedColumns, withSaved } from '#contract/imports/saved-columns.ts';
import type { ImportColumn } from '#contract/imports/source.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './columns.module.css';

interface SavedMappingsProps {
  mapping: ImportMapping;
  columns: readonly ImportColumn[];
  onChange: (mapping: ImportMapping) => void;
}

/** Opens the mappings that were saved, where this one can be saved too. */
export function SavedMappingsButton(props: SavedMappingsProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Save} onClick={() => setOpen(true)}>
        {t('imports.mappings.title')}
      </Button>
      {isOpen && <SavedMappingsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function SavedMappingsDialog({ mapping, columns, onChange, onClose }: SavedMappingsProps & { onClose: () => void }) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [name, setName] = useState('');
  const saved = useTopic('imports.mappings').filter(({ kind }) => kind === mapping.kind);
  const deleting = useAction(({ id }: SavedMapping) => api.imports.deleteMapping({ id }));
  const saving = useAction(
    async (as: string) => {
      const { kind, existing, empty } = mapping;
      const match = 'match' in mapping ? mapping.match : 'id';
      await api.imports.saveMapping({ name: as, kind, columns: savedColumns(mapping, columns), match, existing, empty });
      show({ tone: 'good', title: (messages) => messages.t('imports.mappings.saved') });
    },
    { onDone: onClose, toastsLate: true },
  );
  const typed = name.trim();
  const isKnown = saved.some((one) => one.name === typed);
  const reason =
    typed === '' ? t('imports.mappings.name-missing') : mapping.columns.length === 0 ? t('imports.missing.columns') : undefined;
  const failure = saving.failure ?? deleting.failure;
  return (
    <FormDialog
      title={t('imports.mappings.title')}
      description={t('imports.mappings.text')}
      actionLabel={t('imports.mappings.save')}
      busy={saving.isPending}
      disabledReason={reason}
      onClose={onClose}
      onSubmit={() => {
        if (reason === undefined) void saving.run(typed);
      }}
    >
      {saved.length > 0 && (
        <ul className={styles.savedList} aria-label={t('imports.mappings.list')}>
          {saved.map((one) => (
            <li key={one.id}>
              <bdi>{one.name}</bdi>
              <Button
                size="sm"
                aria-label={t('imports.mappings.use.of', { name: one.name })}
                onClick={() => {
                  onChange(withSaved(mapping, one, columns));
                  onClose();
                }}
              >
                {t('imports.mappings.use')}
              </Button>
              <IconButton
                size="sm"
                icon={Trash2}
                label={t('imports.mappings.delete', { name: one.name })}
                disabledReason={deleting.isPending ? t('ui.working') : undefined}
                onClick={() => void deleting.run(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <Field label={t('imports.mappings.name')} help={isKnown ? t('imports.mappings.replaces') : undefined}>
        {(control) => <TextInput {...control} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      {failure !== null && <FormFailure report={failure} />}
    </FormDialog>
  );
}
