import { useRef } from 'react';
import { useParams } from 'react-router';
import { NeedsProjectAccess } from '../../../blocks/admin/needs-project-access';
import { FormFailure } from '../../../blocks/form/form-failure';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { Field } from '../../../ui/inputs/field';
import { PasswordInput } from '../../../ui/inputs/password-input';
import { Page, PageSection } from '../../../ui/layout/page';
import styles from '../project-keys.module.css';
import { ApiKeyResult } from './api-key-result';
import { ProjectKeyResult } from './project-key-result';
import { useKeyCheck } from './use-key-check';

/** Tells what a pasted key is: whether it is valid, and whose. */
export function KeyCheckScreen() {
  const { connection: connectionId = '' } = useParams();
  const { t } = useMessages();
  return (
    <NeedsProjectAccess connectionId={connectionId} title={t('key-check.locked')} text={t('key-check.locked.text')}>
      <KeyCheck key={connectionId} connectionId={connectionId} />
    </NeedsProjectAccess>
  );
}

function KeyCheck({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const { result, isMissing, busy, failure, check, checkAgain } = useKeyCheck(connectionId);
  const submit = () => {
    const text = field.current?.value ?? '';
    // The text is neither shown again nor kept by the page.
    if (field.current) field.current.value = '';
    check(text);
  };
  return (
    <Page>
      <PageSection title={t('key-check.title')} text={t('key-check.text')}>
        <form
          className={styles.check}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={t('key-check.key')} help={t('key-check.help')} error={isMissing ? t('key-check.missing') : undefined}>
            {(control) => <PasswordInput {...control} ref={field} what="key" dir="ltr" autoComplete="off" maxLength={500} />}
          </Field>
          <Button type="submit" variant="primary" busy={busy}>
            {t('key-check.check')}
          </Button>
        </form>
      </PageSection>
      {failure !== null && <FormFailure report={failure} />}
      {result?.kind === 'project-key' && <ProjectKeyResult connectionId={connectionId} {...result} />}
      {result?.kind === 'api-key' && <ApiKeyResult connectionId={connectionId} result={result} onRevoked={checkAgain} />}
    </Page>
  );
}
