import { useState } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import { api } from '../../api';
import { errorText } from '../../lib/errors/error-text';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { Button } from '../../ui/inputs/button';
import { Field } from '../../ui/inputs/field';
import { TextInput } from '../../ui/inputs/text-input';
import { FormDialog } from '../../ui/overlays/form-dialog';
import styles from './group-dialog.module.css';

/** Puts a connection into a group of the rail, a new one or one there is; no name takes it out. */
export function GroupDialog({ connection: { id, name, group }, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState(group ?? '');
  const { busy, error, save } = useSetGroup(id, onClose);
  const groups = [...new Set(useConnections().flatMap((connection) => connection.group ?? []))];
  return (
    <FormDialog
      title={t('shell.group.title', { name })}
      actionLabel={t('ui.save')}
      busy={busy}
      onClose={onClose}
      onSubmit={() => save(typed.trim() || null)}
    >
      <Field label={t('shell.group.name')} help={t('shell.group.help')} error={error}>
        {(control) => <TextInput {...control} dir="auto" maxLength={60} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      {groups.length > 0 && (
        <div className={styles.groups}>
          {groups.map((known) => (
            <Button key={known} size="sm" aria-pressed={known === typed.trim()} onClick={() => setTyped(known)}>
              <bdi>{known}</bdi>
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}

function useSetGroup(id: string, onDone: () => void) {
  const messages = useMessages();
  const { isPending, failure, run } = useAction(async (group: string | null) => {
    await api.connections.setGroup({ id, group });
    onDone();
  });
  const error = failure === null ? undefined : errorText(messages, failure).title;
  return { busy: isPending, error, save: (group: string | null) => void run(group) };
}
