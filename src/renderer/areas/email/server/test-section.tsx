import { Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { email as emailSchema } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useReadAdminProject } from '#data/project.ts';
import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { sendTestEmail } from '../data';
import styles from '../email.module.css';
import { causeOf, ServiceWords } from './delivery-failure';
import { type OwnServer, type ServerValues, serverInput, serverValues, storedPassword, toServerInput } from './server-values';

/** The result of a test email, for the values that it was sent with. */
interface TestResult {
  readonly values: string;
  readonly recipient: string;
  readonly host: string;
  readonly port: number;
  /** The service's words if the delivery failed; null if it succeeded. */
  readonly failure: string | null;
}

export interface TestEmail extends Action<[string]> {
  /** The result of the last test; null if there is none, or the values were changed since. */
  readonly result: TestResult | null;
  /** Whether the values are complete, so that a test is possible. */
  readonly isReady: boolean;
  readonly recipient: string;
  readonly setRecipient: (recipient: string) => void;
}

/** Returns the action that sends a test email to an address, with the edited values of the server. */
export function useTestEmail(connectionId: string, project: AdminProject, values: ServerValues): TestEmail {
  const account = useCurrentAccount(connectionId);
  const [recipient, setRecipient] = useState(account?.primaryEmail ?? '');
  const [last, setLast] = useState<TestResult | null>(null);
  const readProject = useReadAdminProject(connectionId);
  const key = JSON.stringify(values);
  const action = useAction(async (to: string) => {
    // A reference to the stored password expires, so it is read again.
    const latest = values.password === '' ? await readProject() : project;
    const server = ownServer(values, latest);
    if (server === null) return;
    const { type: _type, ...email_config } = server;
    const { success, error_message } = await sendTestEmail(connectionId, { recipient_email: to, email_config });
    const failure = success ? null : (error_message ?? '');
    setLast({ values: key, recipient: to, host: server.host, port: server.port, failure });
  });
  const result = last?.values === key ? last : null;
  return { ...action, result, isReady: ownServer(values, project) !== null, recipient, setRecipient };
}

/** Returns the server to test; null if the values aren't complete. */
function ownServer(values: ServerValues, project: AdminProject): OwnServer | null {
  const parsed = serverInput.safeParse(toServerInput(values, serverValues(project), storedPassword(project)));
  return parsed.success && parsed.data.type === 'standard' ? parsed.data : null;
}

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
