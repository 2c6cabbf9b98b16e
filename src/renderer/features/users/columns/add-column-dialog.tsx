import { useState } from 'react';
import type { MessageKey } from '../../../../messages/translator';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { TextInput } from '../../../ui/inputs/text-input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { type PathProblem, parseMetadataPath } from './metadata-path';

const problemTexts: Readonly<Record<PathProblem, MessageKey>> = {
  kind: 'users.columns.path.kind',
  key: 'users.columns.path.key',
  quote: 'users.columns.path.quote',
  long: 'users.columns.path.long',
};

const example = 'server.plan';

/** Asks for a metadata path, and adds it as a column. */
export function AddColumnDialog({ onClose, onAdd }: { onClose: () => void; onAdd: (path: string) => void }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<PathProblem | null>(null);
  const add = () => {
    const path = parseMetadataPath(text);
    if (typeof path === 'string') return setProblem(path);
    onAdd(path.text);
    onClose();
  };
  return (
    <FormDialog title={t('users.columns.add')} actionLabel={t('users.columns.add.action')} busy={false} onClose={onClose} onSubmit={add}>
      <Field
        label={t('users.columns.path')}
        help={t('users.columns.path.help')}
        error={problem === null ? undefined : t(problemTexts[problem])}
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            placeholder={example}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
