import { useState } from 'react';
import type { KeptSession } from '#contract/bridge/local-data.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ClearDataFacts, clearLocalData, textToType } from '#parts/clear-data.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { TypedConfirmation } from '#ui/overlays/typed-confirmation.tsx';
import styles from './clear-data-dialog.module.css';

/** Asks before all local data is cleared, and says which sessions couldn't be ended first. */
export function ClearDataDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const [endsSessions, setEndsSessions] = useState(false);
  const [kept, setKept] = useState<readonly KeptSession[] | null>(null);
  const clearing = useAction(clearLocalData);
  // Two actions, because the dialog may be canceled before the first one is done.
  const ending = useAction(async () => (await api.localData.endSessions({})).kept, {
    onDone(left) {
      setKept(left);
      if (left.length === 0) void clearing.run();
    },
  });
  const isReady = isTyped(typed, textToType);
  const hasKept = kept !== null && kept.length > 0;
  return (
    <FormDialog
      title={t('clear-data.title')}
      description={t('clear-data.text')}
      actionLabel={t(hasKept ? 'clear-data.anyway' : 'clear-data.action')}
      danger
      busy={ending.isPending || clearing.isPending}
      disabledReason={isReady ? undefined : t('ui.type-to-confirm', { text: textToType })}
      onClose={onClose}
      onSubmit={() => {
        if (isReady) void (endsSessions && kept === null ? ending : clearing).run();
      }}
    >
      <ClearDataFacts endsSessions={endsSessions && !hasKept} />
      {hasKept ? (
        <KeptSessions kept={kept} />
      ) : (
        <CheckboxChoice
          label={t('clear-data.end-sessions')}
          note={t('clear-data.end-sessions.text')}
          checked={endsSessions}
          onChange={setEndsSessions}
        />
      )}
      <TypedConfirmation expected={textToType} value={typed} onValueChange={setTyped} />
      <ErrorCallout report={ending.failure ?? clearing.failure} />
    </FormDialog>
  );
}

function KeptSessions({ kept }: { kept: readonly KeptSession[] }) {
  const { t } = useMessages();
  const namesOf = ({ user, connection }: KeptSession) =>
    t('clear-data.left.item', { user: user || t('shell.account.unnamed'), connection });
  // A user may have several sessions.
  const names = [...new Set(kept.map(namesOf))];
  return (
    <div role="status">
      <Callout tone="warn" title={t('clear-data.left', { count: kept.length })}>
        {t('clear-data.left.text')}
        <ul className={styles.kept}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
