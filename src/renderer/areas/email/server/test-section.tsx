import { Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { email as emailSchema } from '#contract/service/models/fields.ts';
import { useConnection } from '#data/topics.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from '../email.module.css';
import { causeOf } from './delivery-failure';
import { ServiceWords } from './service-words';
import type { TestEmail, TestResult } from './use-test-email';

interface TestSectionProps {
  connectionId: string;
  test: TestEmail;
  disabledReason: string | undefined;
}

/** Sends a test email with the edited values, before they are saved. */
export function TestSection({ connectionId, test, disabledReason }: TestSectionProps) {
  const { t } = useMessages();
  const { recipient, setRecipient } = test;
  const [isChecked, setChecked] = useState(false);
  const isValid = emailSchema.safeParse(recipient.trim()).success;
  const reason = disabledReason ?? (test.isReady ? undefined : t('email.test.incomplete'));
  const send = () => {
    setChecked(true);
    if (isValid && reason === undefined) void test.run(recipient.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // Enter would save the form around it.
    event.preventDefault();
    send();
  };
  return (
    <PageSection title={t('email.test')} text={[t('email.test.text'), useListedText(connectionId)].filter(Boolean).join(' ')}>
      <Card className={styles.form}>
        <div className={styles.testLine}>
          <Field label={t('email.test.recipient')} error={isChecked && !isValid ? t('sign-in.email.invalid') : undefined}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                dir="ltr"
                autoCapitalize="off"
                value={recipient}
                onChange={(event) => setRecipient(event.target.value)}
                onKeyDown={press}
              />
            )}
          </Field>
          <Button icon={Send} busy={test.isPending} disabledReason={reason} onClick={send}>
            {t('email.test.send')}
          </Button>
        </div>
        {reason !== undefined && <p className={styles.quiet}>{reason}</p>}
        <div role="status">
          {test.isPending && <p className={styles.quiet}>{t('email.test.waiting')}</p>}
          {!test.isPending && test.result !== null && <Result result={test.result} />}
        </div>
        {!test.isPending && <ErrorCallout report={test.failure} />}
      </Card>
    </PageSection>
  );
}

/** Says where test emails are listed; nothing while the release is unknown. */
function useListedText(connectionId: string): string | undefined {
  const { t } = useMessages();
  const isUnlisted = useConnection(connectionId)?.features?.['test-emails-unlisted'];
  return isUnlisted === undefined ? undefined : t(isUnlisted ? 'email.test.unlisted' : 'email.test.listed');
}

function Result({ result: { failure, recipient, host, port } }: { result: TestResult }) {
  const { t } = useMessages();
  if (failure === null) {
    return (
      <Callout tone="good" title={t('email.test.sent', { recipient })}>
        {t('email.test.sent.text')}
      </Callout>
    );
  }
  const cause = causeOf(failure);
  return (
    <Callout tone="bad" title={t(`email.failure.${cause}`)}>
      <p>{t(`email.failure.${cause}.next`, { host, port: String(port) })}</p>
      <ServiceWords words={failure} />
    </Callout>
  );
}
