import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isTyped } from '../../../contract/text/visible-text';
import { ClearDataFacts, textToType } from '../../blocks/clear-data/clear-data-facts';
import { clearLocalData } from '../../blocks/clear-data/clear-local-data';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { Icon } from '../../ui/data/icon';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { Button } from '../../ui/inputs/button';
import { TypedConfirmation } from '../../ui/overlays/typed-confirmation';
import { escapeEvent } from './hidden-page';
import styles from './lock-screen.module.css';

/** Clears the local data without the passphrase, which is all that a user can do who has forgotten it, or if none can be checked. */
export function ForgottenForm({ isForgotten, onCancel }: { isForgotten: boolean; onCancel: () => void }) {
  const { t } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const clearing = useAction(clearLocalData);
  const isReady = isTyped(typed, textToType);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    window.addEventListener(escapeEvent, onCancel);
    return () => window.removeEventListener(escapeEvent, onCancel);
  }, [onCancel]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void clearing.run();
  };
  return (
    <>
      <div className={styles.head}>
        <Icon of={TriangleAlert} size={20} />
        <h1 className={styles.title}>{t('clear-data.title')}</h1>
        <p className={styles.text}>{t(isForgotten ? 'clear-data.locked' : 'clear-data.text')}</p>
      </div>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <ClearDataFacts />
        <TypedConfirmation expected={textToType} value={typed} onValueChange={setTyped} />
        <ErrorCallout report={clearing.failure} />
        <div className={styles.actions}>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="danger-solid"
            busy={clearing.isPending}
            disabledReason={isReady ? undefined : t('ui.type-to-confirm', { text: textToType })}
          >
            {t('clear-data.action')}
          </Button>
        </div>
      </form>
    </>
  );
}
