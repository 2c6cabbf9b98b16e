import { Lock, TriangleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Attempt } from '#contract/bridge/lock.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { waitText } from '#lib/wait-text.ts';
import type { MessageKey } from '#messages/translator.ts';
import { CardSurface } from '#parts/card-frame.tsx';
import { ClearDataFacts, clearLocalData, textToType } from '#parts/clear-data.tsx';
import { PassphraseInput } from '#parts/passphrase/passphrase-input.tsx';
import { useWait } from '#parts/passphrase/use-wait.ts';
import { Icon } from '#ui/data/icon.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TypedConfirmation } from '#ui/overlays/typed-confirmation.tsx';
import { escapeEvent } from './hidden-page';
import styles from './lock-screen.module.css';

/** All that a window shows while the app is locked. */
export function LockScreen() {
  const { t } = useMessages();
  const { problem } = useTopic('lock.state');
  const [isClearing, setClearing] = useState(false);
  return (
    <main className={styles.page}>
      <CardSurface>
        {isClearing ? (
          <ForgottenForm isForgotten={problem === null} onCancel={() => setClearing(false)} />
        ) : (
          <>
            <div className={styles.head}>
              <Icon of={Lock} size={20} />
              <h1 className={styles.title}>{t('lock.title')}</h1>
              <p className={styles.text}>{t(problem === null ? 'lock.text' : `lock.problem.${problem}`)}</p>
            </div>
            {problem === null && <UnlockForm />}
            <Button variant={problem === null ? 'plain' : 'default'} className={styles.forgotten} onClick={() => setClearing(true)}>
              {t(problem === null ? 'lock.forgotten' : 'clear-data.open')}
            </Button>
          </>
        )}
      </CardSurface>
    </main>
  );
}

function UnlockForm() {
  const messages = useMessages();
  const { t } = messages;
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<MessageKey>();
  const input = useRef<HTMLInputElement>(null);
  const wait = useWait();
  const waiting = wait.seconds > 0 ? waitText(messages, wait.seconds) : undefined;
  const answered = (attempt: Attempt) => {
    if (attempt.outcome === 'right') return;
    wait.begin(attempt.waitMillis);
    setError(attempt.outcome === 'wrong' ? 'lock.wrong' : undefined);
    input.current?.select();
  };
  const unlocking = useAction(() => api.lock.unlock({ passphrase }), { onDone: answered });
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait.seconds > 0) return;
    if (passphrase === '') setError('sealed.passphrase.missing');
    else void unlocking.run();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field label={t('sealed.passphrase')} error={error && t(error)}>
        {(control) => (
          <PassphraseInput
            {...control}
            ref={input}
            readOnly={unlocking.isPending}
            value={passphrase}
            onChange={(event) => {
              setPassphrase(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <p className={styles.wait} role="status">
        {waiting}
      </p>
      <ErrorCallout report={unlocking.failure} />
      <Button type="submit" variant="primary" busy={unlocking.isPending} disabledReason={waiting}>
        {t('lock.unlock')}
      </Button>
    </form>
  );
}

/** Clears the local data without the passphrase, which is all that a user can do who has forgotten it, or if none can be checked. */
function ForgottenForm({ isForgotten, onCancel }: { isForgotten: boolean; onCancel: () => void }) {
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
