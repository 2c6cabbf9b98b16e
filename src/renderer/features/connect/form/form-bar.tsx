import { PlugZap } from 'lucide-react';
import { useNavigate } from 'react-router';
import { errorDetails, errorText } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import styles from './connection-form.module.css';
import { isOutdated } from './test-panel';
import type { ConnectionForm } from './use-connection-form';

/** The buttons, always in view, and why the last attempt failed. */
export function FormBar({ form, isNew }: { form: ConnectionForm; isNew: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const unsaved = isNew || form.isDirty;
  return (
    <footer className={styles.bar}>
      <Failure form={form} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy === 'saving'}
          disabledReason={unsaved ? undefined : t('connect.save.nothing')}
        >
          {t('ui.save')}
        </Button>
        <Button icon={PlugZap} busy={form.busy === 'testing'} onClick={form.test}>
          {t('connect.test')}
        </Button>
        <Button onClick={() => void navigate(-1)}>{t('ui.cancel')}</Button>
        <span className={styles.hint}>{hintOf(form) && t('connect.save.hint')}</span>
      </div>
    </footer>
  );
}

/** Whether the last test of the form's values failed. */
function hintOf({ tested, values }: ConnectionForm): boolean {
  return tested !== null && !isOutdated(tested, values) && tested.result.checks.some(({ outcome }) => outcome === 'refused');
}

function Failure({ form: { failure } }: { form: ConnectionForm }) {
  const messages = useMessages();
  if (failure === null) return null;
  const { title, next } = errorText(messages, failure);
  const details = (
    <CopyTextButton size="sm" variant="plain" value={() => errorDetails(failure)}>
      {messages.t('ui.copy-details')}
    </CopyTextButton>
  );
  return (
    <Callout tone="bad" title={title} action={details}>
      {next}
    </Callout>
  );
}
