import { Columns3, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type PathProblem, parseMetadataPath } from '#contract/query/metadata-path.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { useHasCountries } from '../filters/filter-fields';
import type { UserTable } from './use-user-table';

/** Which columns the list has. */
export function ColumnsMenu({ connectionId, table }: { connectionId: string; table: UserTable }) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const isShown = (id: string) => table.shown.some((column) => column.id === id);
  const hasCountries = useHasCountries(connectionId);
  const offered = table.all.filter(({ id }) => id !== 'country' || hasCountries || isShown(id));
  return (
    <>
      <Menu align="end" trigger={<IconButton label={t('users.columns')} icon={Columns3} />}>
        {offered.map(({ id, title, canHide }) => (
          <MenuCheckbox
            key={id}
            checked={isShown(id)}
            disabledReason={canHide ? undefined : t('users.columns.always')}
            onCheckedChange={(checked) => table.show(id, checked)}
          >
            {title}
          </MenuCheckbox>
        ))}
        <MenuSeparator />
        <MenuItem icon={Plus} disabledReason={table.hasRoom ? undefined : t('users.columns.full')} onSelect={() => setAdding(true)}>
          {t('users.columns.add')}
        </MenuItem>
        <MenuItem icon={RotateCcw} disabledReason={table.isInitial ? t('users.columns.initial') : undefined} onSelect={table.reset}>
          {t('users.columns.reset')}
        </MenuItem>
      </Menu>
      {isAdding && <AddColumnDialog onClose={() => setAdding(false)} onAdd={table.addPath} />}
    </>
  );
}

const problemTexts: Readonly<Record<PathProblem, MessageKey>> = {
  kind: 'users.columns.path.kind',
  key: 'users.columns.path.key',
  quote: 'users.columns.path.quote',
  long: 'users.columns.path.long',
};

const example = 'server.plan';

/** Asks for a metadata path, and adds it as a column. */
function AddColumnDialog({ onClose, onAdd }: { onClose: () => void; onAdd: (path: string) => void }) {
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
