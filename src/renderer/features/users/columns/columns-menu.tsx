import { Columns3, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../../lib/use-messages';
import { IconButton } from '../../../ui/inputs/icon-button';
import { Menu, MenuCheckbox, MenuItem, MenuSeparator } from '../../../ui/overlays/menu';
import { AddColumnDialog } from './add-column-dialog';
import type { UserTable } from './use-user-table';

/** Which columns the list has. */
export function ColumnsMenu({ table }: { table: UserTable }) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const isShown = (id: string) => table.shown.some((column) => column.id === id);
  return (
    <>
      <Menu align="end" trigger={<IconButton label={t('users.columns')} icon={Columns3} />}>
        {table.all.map(({ id, title, canHide }) => (
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
